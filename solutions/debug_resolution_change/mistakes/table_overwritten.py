"""The caller's table itself is given the new rows, so it no longer fits its own grid.
May a function change what was handed to it?
"""

import torch.nn.functional as F


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    dim = table.shape[1]
    picture = table.reshape(old_height, old_width, dim).permute(2, 0, 1).unsqueeze(0)
    resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
    table.data = resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, dim)
    return table
