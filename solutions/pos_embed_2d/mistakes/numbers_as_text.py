"""The entries are text that looks like numbers. Formatting is one way to round, but something is
still to be done with the text it gives."""

import math


def axis_vector(position, d):
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    result = []
    for row in range(grid):
        for col in range(grid):
            vector = axis_vector(row, dim // 2) + axis_vector(col, dim // 2)
            result.append([f"{v:.4f}".replace("-0.0000", "0.0000") for v in vector])
    return result
