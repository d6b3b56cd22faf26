"""The frequencies fall too slowly: the exponent is half of what it should be. Which factor stands in it, and
how many numbers describe one axis?"""

import math


def axis_vector(position, dim):
    omegas = [10000 ** (-2 * i / dim) for i in range(dim // 4)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    result = []
    for row in range(grid):
        for col in range(grid):
            vector = axis_vector(row, dim) + axis_vector(col, dim)
            result.append([round(v, 4) + 0.0 for v in vector])
    return result
