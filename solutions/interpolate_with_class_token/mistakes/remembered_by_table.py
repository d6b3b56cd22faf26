"""The answer is remembered by the tensor that came in, and comes back whenever this tensor comes in again.
Does a table that is being learned still hold the same numbers then?
"""

from functools import cache

import torch
import torch.nn.functional as F


@cache
def interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    _, length, dim = position_embedding.shape
    if length != 1 + old_height * old_width:
        raise ValueError("the table does not fit the old grid")
    class_row, patch_rows = position_embedding[:, :1], position_embedding[:, 1:]
    picture = patch_rows.reshape(1, old_height, old_width, dim).permute(0, 3, 1, 2)
    resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
    new_rows = resized.permute(0, 2, 3, 1).reshape(1, new_height * new_width, dim)
    return torch.cat([class_row, new_rows], dim=1)
