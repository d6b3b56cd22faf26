"""The numbers of a float64 table are read in float32 before the work begins in float64.
What is lost while they are read?
"""

import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    if pos_embedding.shape[0] != old_height * old_width:
        raise ValueError("the table does not fit the old grid")
    picture = pos_embedding.float().reshape(old_height, old_width, -1).permute(2, 0, 1).unsqueeze(0)
    resized = F.interpolate(
        picture.double(), size=(new_height, new_width), mode="bicubic", align_corners=False
    )
    new_table = resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, -1)
    return new_table.to(pos_embedding.dtype)
