"""The table is resized bicubically, but as a picture of a single row, with all patches in one line.
Which patch lies below patch 0, and where is it in such a picture?
"""

import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    n, d = pos_embedding.shape
    if n != h * w:
        raise ValueError("the table does not fit the old grid")
    x = pos_embedding.t().reshape(1, d, 1, n)
    x = F.interpolate(x, size=(1, new_h * new_w), mode="bicubic", align_corners=False)
    return x.permute(0, 2, 3, 1).reshape(new_h * new_w, d)
