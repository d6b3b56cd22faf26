"""The answer is cut off from the table, so no gradient comes back.
May the table go on learning at the new resolution, as it could with the program you were given?
"""

import torch
import torch.nn.functional as F


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    dim = table.shape[1]
    picture = table.reshape(old_height, old_width, dim).permute(2, 0, 1).unsqueeze(0)
    with torch.no_grad():
        resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
    return resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, dim)
