"""The digits after the fourth decimal are cut off. Which number with 4 decimals is nearest to
0.99892, and which one do you get?"""

import math


def axis_vector(position, d):
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    result = []
    for row in range(grid):
        for col in range(grid):
            vector = axis_vector(row, dim // 2) + axis_vector(col, dim // 2)
            result.append([int(v * 10000) / 10000 for v in vector])
    return result
