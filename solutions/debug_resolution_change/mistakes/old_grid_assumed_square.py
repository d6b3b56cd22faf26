"""The side of the old grid is taken from a square root, as if the grid were square.
Which argument says what the old grid was?
"""

import math

import torch.nn.functional as F


def position_table_for(table, old_grid_size, new_grid_size):
    new_height, new_width = new_grid_size
    dim = table.shape[1]
    side = math.isqrt(table.shape[0])
    picture = table.reshape(side, side, dim).permute(2, 0, 1).unsqueeze(0)
    resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
    return resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, dim)
