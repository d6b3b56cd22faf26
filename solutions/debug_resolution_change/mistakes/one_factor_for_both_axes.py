"""One factor, worked out from the numbers of patches, is used for height and width.
May one axis of a grid grow while the other shrinks?
"""

import torch.nn.functional as F


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    dim = table.shape[1]
    picture = table.reshape(old_height, old_width, dim).permute(2, 0, 1).unsqueeze(0)
    scale = (new_height * new_width / (old_height * old_width)) ** 0.5
    size = (max(1, round(old_height * scale)), max(1, round(old_width * scale)))
    resized = F.interpolate(picture, size=size, mode="bicubic", align_corners=False)
    return resized.squeeze(0).permute(1, 2, 0).reshape(-1, dim)
