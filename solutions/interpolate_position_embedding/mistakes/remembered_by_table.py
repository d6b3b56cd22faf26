"""The answer is remembered by the tensor that came in, and comes back whenever this tensor comes in again.
Does a table that is being learned still hold the same numbers then?
"""

from functools import cache

import torch.nn.functional as F


@cache
def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    if pos_embedding.shape[0] != old_height * old_width:
        raise ValueError("the table does not fit the old grid")
    picture = pos_embedding.reshape(old_height, old_width, -1).permute(2, 0, 1).unsqueeze(0)
    resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
    return resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, -1)
