"""By factor, nudged up until rounding down gives the size asked for."""

import math

import torch
import torch.nn.functional as F


def factor(old, new):
    value = new / old
    while math.floor(old * value) < new:
        value = math.nextafter(value, math.inf)
    return value


def interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    if position_embedding.shape[1] != 1 + h * w:
        raise ValueError("size of the table")
    x = position_embedding[:, 1:].unflatten(1, (h, w)).movedim(-1, 1)
    scale = (factor(h, new_grid_size[0]), factor(w, new_grid_size[1]))
    x = F.interpolate(x, scale_factor=scale, mode="bicubic", align_corners=False)
    return torch.cat([position_embedding[:, :1], x.movedim(1, -1).flatten(1, 2)], dim=1)
