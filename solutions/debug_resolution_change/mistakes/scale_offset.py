"""A tenth is added to the new height and width before they become factors, and every patch moves.
What was the tenth meant to prevent, and is there a safer way to say what size you want?
"""

import torch.nn.functional as F


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    dim = table.shape[1]
    picture = table.reshape(old_height, old_width, dim).permute(2, 0, 1).unsqueeze(0)
    scale = ((new_height + 0.1) / old_height, (new_width + 0.1) / old_width)
    resized = F.interpolate(picture, scale_factor=scale, mode="bicubic", align_corners=False)
    return resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, dim)
