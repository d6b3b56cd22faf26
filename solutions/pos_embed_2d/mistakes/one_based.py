"""Rows and columns are counted from 1. What are the coordinates of the first patch, and what does
the sample show for it?"""

import math


def axis_vector(position, d):
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    result = []
    for row in range(1, grid + 1):
        for col in range(1, grid + 1):
            vector = axis_vector(row, dim // 2) + axis_vector(col, dim // 2)
            result.append([round(v, 4) + 0.0 for v in vector])
    return result
