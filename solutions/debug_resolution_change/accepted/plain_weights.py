"""The kernel in plain Python: a list of weights for each axis, filled with loops."""

import math

import torch

A = -0.75


def cubic(t):
    t = abs(t)
    if t <= 1.0:
        return ((A + 2.0) * t - (A + 3.0)) * t * t + 1.0
    return ((A * t - 5.0 * A) * t + 8.0 * A) * t - 4.0 * A if t < 2.0 else 0.0


def weights(old, new):
    rows = []
    for i in range(new):
        row = [0.0] * old
        y = (i + 0.5) * old / new - 0.5
        base = math.floor(y)
        for tap in (base - 1, base, base + 1, base + 2):
            row[max(0, min(old - 1, tap))] += cubic(y - tap)
        rows.append(row)
    return rows


def position_table_for(table, old_grid_size, new_grid_size):
    (h, w), (p, q) = old_grid_size, new_grid_size
    d = table.shape[1]
    down = torch.tensor(weights(h, p), dtype=table.dtype)
    across = torch.tensor(weights(w, q), dtype=table.dtype)
    tall = (down @ table.reshape(h, w * d)).view(p, w, d)
    return (across @ tall).reshape(p * q, d)
