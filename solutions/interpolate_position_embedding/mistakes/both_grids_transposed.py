"""Width and height are exchanged in both grids. On square grids this goes unnoticed.
Which of the two sizes in the tuple is the height, and which axis is the outer one?
"""

import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    n, d = pos_embedding.shape
    if n != h * w:
        raise ValueError("the table does not fit the old grid")
    x = pos_embedding.reshape(1, w, h, d).permute(0, 3, 1, 2)
    x = F.interpolate(x, size=(new_w, new_h), mode="bicubic", align_corners=False)
    return x.permute(0, 2, 3, 1).reshape(new_h * new_w, d)
