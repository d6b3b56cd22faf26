"""The old patches are read as if they were counted column by column.
Which patch lies to the right of patch 0?
"""

import torch.nn.functional as F


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    dim = table.shape[1]
    picture = table.reshape(old_width, old_height, dim).permute(2, 1, 0).unsqueeze(0)
    resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
    return resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, dim)
