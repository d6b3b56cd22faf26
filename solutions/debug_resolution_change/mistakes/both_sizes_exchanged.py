"""Height and width are exchanged in the old size and in the new one. Square grids do not show it.
Which number of a size comes first, and which axis of the grid is the outer one?
"""

import torch.nn.functional as F


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    dim = table.shape[1]
    picture = table.reshape(old_width, old_height, dim).permute(2, 0, 1).unsqueeze(0)
    resized = F.interpolate(picture, size=(new_width, new_height), mode="bicubic", align_corners=False)
    return resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, dim)
