"""The numbers of a float64 table are read in float32 before the work begins in float64.
What is lost while they are read?
"""

import torch
import torch.nn.functional as F


def interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    _, length, dim = position_embedding.shape
    if length != 1 + old_height * old_width:
        raise ValueError("the table does not fit the old grid")
    class_row, patch_rows = position_embedding[:, :1], position_embedding[:, 1:]
    picture = patch_rows.float().reshape(1, old_height, old_width, dim).permute(0, 3, 1, 2)
    size = new_height, new_width
    resized = F.interpolate(picture.double(), size=size, mode="bicubic", align_corners=False)
    new_rows = resized.permute(0, 2, 3, 1).reshape(1, new_height * new_width, dim)
    return torch.cat([class_row, new_rows.to(class_row.dtype)], dim=1)
