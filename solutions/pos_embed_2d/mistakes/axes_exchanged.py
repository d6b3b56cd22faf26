"""Rows and columns are exchanged, either in the two halves of a vector or in the order of the
patches; on a square grid both look the same. Which coordinate changes from patch 0 to patch 1, and
which half should notice?"""

import math


def axis_vector(position, d):
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    result = []
    for row in range(grid):
        for col in range(grid):
            vector = axis_vector(col, dim // 2) + axis_vector(row, dim // 2)
            result.append([round(v, 4) + 0.0 for v in vector])
    return result
