"""Bicubic interpolation written out, to see what the library does."""

import math

import torch

A = -0.75


def kernel(x):
    x = abs(x)
    if x <= 1:
        return (A + 2) * x**3 - (A + 3) * x**2 + 1
    if x < 2:
        return A * x**3 - 5 * A * x**2 + 8 * A * x - 4 * A
    return 0.0


def resize_matrix(old, new):
    """Row i says how much of each old position goes into the new position i."""
    matrix = torch.zeros(new, old, dtype=torch.float64)
    for i in range(new):
        x = (i + 0.5) * old / new - 0.5
        left = math.floor(x)
        for k in range(left - 1, left + 3):
            inside = min(max(k, 0), old - 1)
            matrix[i, inside] += kernel(x - k)
    return matrix


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    (h, w), (new_h, new_w) = old_grid_size, new_grid_size
    if pos_embedding.shape[0] != h * w:
        raise ValueError("wrong number of rows")
    grid = pos_embedding.double().reshape(h, w, -1)
    resized = torch.einsum("ih,jw,hwd->ijd", resize_matrix(h, new_h), resize_matrix(w, new_w), grid)
    return resized.reshape(new_h * new_w, -1).to(pos_embedding.dtype)
