"""Larger grids are resized, but for smaller ones the rows are still cut off.
Where in the image do the rows lie that are left?
"""

import torch.nn.functional as F


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    num_old = old_height * old_width
    num_new = new_height * new_width
    if num_new < num_old:
        return table[:num_new]
    dim = table.shape[1]
    picture = table.reshape(old_height, old_width, dim).permute(2, 0, 1).unsqueeze(0)
    resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
    return resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, dim)
