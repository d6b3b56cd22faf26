"""Somewhere the result holds -0.0: a tiny negative number was rounded and kept its sign. Everything
else is right; what could you do to a number after rounding that changes nothing but that sign?"""

import math


def axis_vector(position, d):
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    result = []
    for row in range(grid):
        for col in range(grid):
            vector = axis_vector(row, dim // 2) + axis_vector(col, dim // 2)
            result.append([round(v, 4) for v in vector])
    return result
