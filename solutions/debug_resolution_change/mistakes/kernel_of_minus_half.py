"""The cubic kernel is the one with a = -0.5.
Which constant does the statement name?
"""

import math

import torch


def kernel(t, a=-0.5):
    t = abs(t)
    if t <= 1:
        return (a + 2) * t**3 - (a + 3) * t**2 + 1
    if t < 2:
        return a * t**3 - 5 * a * t**2 + 8 * a * t - 4 * a
    return 0.0


def axis_weights(old, new, dtype):
    weights = torch.zeros(new, old, dtype=dtype)
    for i in range(new):
        x = (i + 0.5) * old / new - 0.5
        for j in range(math.floor(x) - 1, math.floor(x) + 3):
            weights[i, min(max(j, 0), old - 1)] += kernel(x - j)
    return weights


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    rows = axis_weights(old_height, new_height, table.dtype)
    columns = axis_weights(old_width, new_width, table.dtype)
    grid = table.reshape(old_height, old_width, -1)
    resized = torch.einsum("ir,jc,rcd->ijd", rows, columns, grid)
    return resized.reshape(new_height * new_width, -1)
