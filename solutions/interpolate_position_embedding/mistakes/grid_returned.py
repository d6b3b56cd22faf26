"""The new table still has a height and a width axis.
Which shape does the statement ask for?
"""

import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    n, d = pos_embedding.shape
    if n != h * w:
        raise ValueError("the table does not fit the old grid")
    x = pos_embedding.reshape(1, h, w, d).permute(0, 3, 1, 2)
    x = F.interpolate(x, size=(new_h, new_w), mode="bicubic", align_corners=False)
    return x.squeeze(0).permute(1, 2, 0)
