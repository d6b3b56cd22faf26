"""Lists that hold numpy scalars of both precisions."""

import numpy as np


def pos_embed_2d(grid, dim):
    d = dim // 2
    omega = np.power(10000.0, -2 * np.arange(d // 2) / d)
    table = []
    for row in range(grid):
        for col in range(grid):
            halves = [np.sin(row * omega), np.cos(row * omega), np.sin(col * omega), np.cos(col * omega)]
            vector = list(np.round(np.concatenate(halves), 4) + 0.0)
            vector[0] = np.float32(vector[0])
            table.append(vector)
    return table
