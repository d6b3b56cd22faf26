"""All your frequencies are 1, because the exponent was divided with a whole-number division. Print
the exponents and see what became of the fractions."""

import math


def axis_vector(position, d):
    omegas = [1 / 10000 ** (2 * i // d) for i in range(d // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    result = []
    for row in range(grid):
        for col in range(grid):
            vector = axis_vector(row, dim // 2) + axis_vector(col, dim // 2)
            result.append([round(v, 4) + 0.0 for v in vector])
    return result
