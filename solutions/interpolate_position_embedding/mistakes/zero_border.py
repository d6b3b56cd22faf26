"""Neighbours outside the grid are left out, as if they were zero.
What takes the place of a neighbour that does not exist?
"""

import math

import torch


def kernel(t, a=-0.75):
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
            if 0 <= j < old:
                weights[i, j] += kernel(x - j)
    return weights


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    n, d = pos_embedding.shape
    if n != h * w:
        raise ValueError("the table does not fit the old grid")
    rows = axis_weights(h, new_h, pos_embedding.dtype)
    columns = axis_weights(w, new_w, pos_embedding.dtype)
    grid = pos_embedding.reshape(h, w, d)
    return torch.einsum("ir,jc,rcd->ijd", rows, columns, grid).reshape(new_h * new_w, d)
