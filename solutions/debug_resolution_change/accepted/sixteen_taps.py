"""Sixteen look-ups with clamped indices, weighted and added."""

import functools

import torch

A = -0.75


def near(t):
    return (A + 2) * t**3 - (A + 3) * t**2 + 1


def far(t):
    return A * t**3 - 5 * A * t**2 + 8 * A * t - 4 * A


@functools.lru_cache
def weights_and_taps(old, new):
    y = (torch.arange(new, dtype=torch.float64) + 0.5) * old / new - 0.5
    base = torch.floor(y)
    f = y - base
    weights = torch.stack([far(f + 1), near(f), near(1 - f), far(2 - f)])
    taps = torch.stack([base + k for k in (-1, 0, 1, 2)]).clamp(0, old - 1).long()
    return weights, taps


def position_table_for(table, old_grid_size, new_grid_size):
    row_weights, rows = weights_and_taps(old_grid_size[0], new_grid_size[0])
    column_weights, columns = weights_and_taps(old_grid_size[1], new_grid_size[1])
    total = 0
    for p in range(4):
        for q in range(4):
            index = rows[p][:, None] * old_grid_size[1] + columns[q][None, :]
            weight = (row_weights[p][:, None] * column_weights[q][None, :]).to(table.dtype)
            total = total + weight[..., None] * table[index]
    return total.flatten(0, 1)
