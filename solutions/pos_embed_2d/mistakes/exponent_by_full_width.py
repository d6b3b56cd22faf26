"""The frequencies fall too slowly: the exponent counts in the width of the whole vector. How many
numbers describe one axis, and does your exponent use that count?"""

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
