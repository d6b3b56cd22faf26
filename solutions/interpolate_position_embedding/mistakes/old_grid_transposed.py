"""The old table is laid out with its width as the outer axis.
Which axis is the outer one in row-major order?
"""

import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    n, d = pos_embedding.shape
    if n != h * w:
        raise ValueError("the table does not fit the old grid")
    x = pos_embedding.reshape(1, w, h, d).permute(0, 3, 2, 1)
    x = F.interpolate(x, size=(new_h, new_w), mode="bicubic", align_corners=False)
    return x.permute(0, 2, 3, 1).reshape(new_h * new_w, d)
