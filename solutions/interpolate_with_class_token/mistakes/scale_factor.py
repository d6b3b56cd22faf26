"""The new size is given as a factor, which is turned into a size by multiplying and rounding down.
Which sizes fall one row short that way, and how can a size be asked for itself?
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
    x = F.interpolate(x, scale_factor=(new_h / h, new_w / w), mode="bicubic", align_corners=False)
    x = x.permute(0, 2, 3, 1).reshape(1, -1, d)
    return torch.cat([class_row, x], dim=1)
