"""Both axes are resized by one factor, taken from the number of patches.
Must a grid keep its proportions?
"""

import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    n, d = pos_embedding.shape
    if n != h * w:
        raise ValueError("the table does not fit the old grid")
    x = pos_embedding.reshape(1, h, w, d).permute(0, 3, 1, 2)
    scale = (new_h * new_w / n) ** 0.5
    size = (max(1, round(h * scale)), max(1, round(w * scale)))
    x = F.interpolate(x, size=size, mode="bicubic", align_corners=False)
    return x.permute(0, 2, 3, 1).reshape(-1, d)
