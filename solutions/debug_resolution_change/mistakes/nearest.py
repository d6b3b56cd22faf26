"""Each new patch is a copy of the nearest old one.
Is 104, a number of the sample's answer, in the old table?
"""

import torch.nn.functional as F


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    dim = table.shape[1]
    picture = table.reshape(old_height, old_width, dim).permute(2, 0, 1).unsqueeze(0)
    resized = F.interpolate(picture, size=(new_height, new_width), mode="nearest")
    return resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, dim)
