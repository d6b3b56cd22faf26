"""The table is reshaped to channels first and back, and its channels are never moved.
What is the second axis of a picture, and which numbers stand next to each other in a row of the table?
"""

import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    n, d = pos_embedding.shape
    if n != h * w:
        raise ValueError("the table does not fit the old grid")
    x = pos_embedding.reshape(1, d, h, w)
    x = F.interpolate(x, size=(new_h, new_w), mode="bicubic", align_corners=False)
    return x.reshape(new_h * new_w, d)
