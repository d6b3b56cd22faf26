"""A tenth is added to the new height and width before they become factors, and every patch moves a little.
What was the tenth meant to prevent, and is there a safer way to say what size you want?
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
    scale = ((new_h + 0.1) / h, (new_w + 0.1) / w)
    x = F.interpolate(x, scale_factor=scale, mode="bicubic", align_corners=False)
    x = x.permute(0, 2, 3, 1).reshape(1, new_h * new_w, d)
    return torch.cat([class_row, x], dim=1)
