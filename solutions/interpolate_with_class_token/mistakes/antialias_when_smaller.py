"""Antialiasing is switched on where the grid shrinks.
What does the statement say about the width of the kernel when the new grid is smaller?
"""

import torch
import torch.nn.functional as F


def interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    _, n, d = position_embedding.shape
    if n != 1 + h * w:
        raise ValueError("the table does not fit the old grid")
    class_row = position_embedding[:, :1]
    x = position_embedding[:, 1:].reshape(1, h, w, d).permute(0, 3, 1, 2)
    shrinks = new_h < h or new_w < w
    x = F.interpolate(x, size=(new_h, new_w), mode="bicubic", align_corners=False, antialias=shrinks)
    x = x.permute(0, 2, 3, 1).reshape(1, new_h * new_w, d)
    return torch.cat([class_row, x], dim=1)
