"""The table has another name in your function than in the task, so it cannot be handed in by name.
Did the arguments have to be renamed?
"""

import torch.nn.functional as F


def position_table_for(embedding, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    dim = embedding.shape[1]
    picture = embedding.reshape(old_height, old_width, dim).permute(2, 0, 1).unsqueeze(0)
    resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
    return resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, dim)
