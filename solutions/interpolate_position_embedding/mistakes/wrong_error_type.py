"""A table that does not fit raises an AssertionError.
Which type of exception does the statement name?
"""

import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    n, d = pos_embedding.shape
    assert n == h * w, "the table does not fit the old grid"
    x = pos_embedding.reshape(1, h, w, d).permute(0, 3, 1, 2)
    x = F.interpolate(x, size=(new_h, new_w), mode="bicubic", align_corners=False)
    return x.permute(0, 2, 3, 1).reshape(new_h * new_w, d)
