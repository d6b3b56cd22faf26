"""By factor, nudged up until rounding down gives the size asked for."""

import math

import torch.nn.functional as F


def factor(old, new):
    value = new / old
    while math.floor(old * value) < new:
        value = math.nextafter(value, math.inf)
    return value


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    if pos_embedding.shape[0] != h * w:
        raise ValueError("size of the table")
    x = pos_embedding.unflatten(0, (h, w)).movedim(-1, 0).unsqueeze(0)
    x = F.interpolate(
        x,
        scale_factor=(factor(h, new_grid_size[0]), factor(w, new_grid_size[1])),
        mode="bicubic",
        align_corners=False,
    )
    return x.squeeze(0).movedim(0, -1).flatten(0, 1)
