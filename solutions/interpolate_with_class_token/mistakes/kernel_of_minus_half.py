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


def interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    _, n, d = position_embedding.shape
    if n != 1 + h * w:
        raise ValueError("the table does not fit the old grid")
    rows = axis_weights(h, new_h, position_embedding.dtype)
    columns = axis_weights(w, new_w, position_embedding.dtype)
    grid = position_embedding[0, 1:].reshape(h, w, d)
    x = torch.einsum("ir,jc,rcd->ijd", rows, columns, grid).reshape(1, new_h * new_w, d)
    return torch.cat([position_embedding[:, :1], x], dim=1)
