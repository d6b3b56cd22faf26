"""The table is resized as one long line of rows.
Is the last patch in a row of the image a neighbour of the first patch in the next row?
"""

import torch.nn.functional as F


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    dim = table.shape[1]
    picture = table.t().reshape(1, dim, 1, old_height * old_width)
    resized = F.interpolate(picture, size=(1, new_height * new_width), mode="bicubic", align_corners=False)
    return resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, dim)
