"""One helper takes the table apart, another resizes; an nn.Upsample does the work."""

import torch
from torch import nn


def take_apart(table, grid):
    height, width = grid
    if table.shape[1] < 1 + height * width:
        raise ValueError("too short")
    if table.shape[1] > 1 + height * width:
        raise ValueError("too long")
    return table[:, [0]], table[:, 1:].transpose(1, 2).unflatten(2, (height, width))


def interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size):
    class_row, picture = take_apart(position_embedding, old_grid_size)
    resize = nn.Upsample(size=tuple(new_grid_size), mode="bicubic", align_corners=False)
    return torch.cat([class_row.transpose(1, 2), resize(picture).flatten(2)], dim=2).transpose(1, 2)
