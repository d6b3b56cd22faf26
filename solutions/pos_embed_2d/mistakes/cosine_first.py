"""Each half of a vector begins with its cosines. What should the very first number of the very
first patch be?"""

import math


def axis_vector(position, d):
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    return [math.cos(position * w) for w in omegas] + [math.sin(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    d = dim // 2
    return [
        [round(v, 4) + 0.0 for v in axis_vector(row, d) + axis_vector(col, d)]
        for row in range(grid)
        for col in range(grid)
    ]
