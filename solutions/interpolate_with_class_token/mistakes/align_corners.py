"""The corner patches of the two grids are laid on top of each other.
Do the four corner rows of the sample keep their values in the new table?
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
    x = F.interpolate(x, size=(new_h, new_w), mode="bicubic", align_corners=True)
    x = x.permute(0, 2, 3, 1).reshape(1, new_h * new_w, d)
    return torch.cat([class_row, x], dim=1)
