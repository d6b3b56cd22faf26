"""The table is expected to begin with a row for a class token.
How many rows does the statement promise for a grid of h x w patches?
"""

import torch
import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    n, d = pos_embedding.shape
    if n != h * w + 1:
        raise ValueError("the table does not fit the old grid")
    class_row = pos_embedding[:1]
    x = pos_embedding[1:].reshape(1, h, w, d).permute(0, 3, 1, 2)
    x = F.interpolate(x, size=(new_h, new_w), mode="bicubic", align_corners=False)
    x = x.permute(0, 2, 3, 1).reshape(new_h * new_w, d)
    return torch.cat([class_row, x])
