"""Plain Python, one number at a time."""

import math


def entry(row, col, k, dim):
    d = dim // 2
    position = row if k < d else col
    k %= d
    wave = math.sin if k < d // 2 else math.cos
    i = k % (d // 2)
    value = round(wave(position / 10000 ** (2 * i / d)), 4)
    return 0.0 if value == 0 else value


def pos_embed_2d(grid, dim):
    table = []
    for row in range(grid):
        for col in range(grid):
            table.append([entry(row, col, k, dim) for k in range(dim)])
    return table
