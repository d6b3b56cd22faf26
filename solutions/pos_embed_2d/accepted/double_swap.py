"""Column half first and tokens in column-major order: on a square grid the two swaps undo each other."""

import math


def axis_vector(position, width):
    omegas = [10000 ** (-i / (width / 2)) for i in range(width // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    table = []
    for col in range(grid):
        for row in range(grid):
            x = axis_vector(col, dim // 2)
            y = axis_vector(row, dim // 2)
            table.append([round(v, 4) + 0.0 for v in x + y])
    return table
