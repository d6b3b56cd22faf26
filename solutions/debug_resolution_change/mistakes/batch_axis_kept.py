"""The batch axis that resizing needs is still there in the answer.
Which shape does the statement ask for?
"""

import torch.nn.functional as F


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    dim = table.shape[1]
    picture = table.reshape(old_height, old_width, dim).permute(2, 0, 1).unsqueeze(0)
    resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
    return resized.permute(0, 2, 3, 1).reshape(1, new_height * new_width, dim)
