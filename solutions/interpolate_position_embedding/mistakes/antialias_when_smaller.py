"""Antialiasing is switched on where the grid shrinks.
What does the statement say about the width of the kernel when the new grid is smaller?
"""

import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    if pos_embedding.shape[0] != old_height * old_width:
        raise ValueError("the table does not fit the old grid")
    picture = pos_embedding.reshape(old_height, old_width, -1).permute(2, 0, 1).unsqueeze(0)
    shrinks = new_height < old_height or new_width < old_width
    resized = F.interpolate(
        picture, size=(new_height, new_width), mode="bicubic", align_corners=False, antialias=shrinks
    )
    return resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, -1)
