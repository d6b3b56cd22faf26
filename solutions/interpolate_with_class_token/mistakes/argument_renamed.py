"""The table has another name in your function than in the task, so it cannot be handed in by name.
Do your arguments have the names of the statement?
"""

import torch
import torch.nn.functional as F


def interpolate_with_class_token(pos_embed, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    _, n, d = pos_embed.shape
    if n != 1 + h * w:
        raise ValueError("the table does not fit the old grid")
    class_row = pos_embed[:, :1]
    x = pos_embed[:, 1:].reshape(1, h, w, d).permute(0, 3, 1, 2)
    x = F.interpolate(x, size=(new_h, new_w), mode="bicubic", align_corners=False)
    x = x.permute(0, 2, 3, 1).reshape(1, new_h * new_w, d)
    return torch.cat([class_row, x], dim=1)
