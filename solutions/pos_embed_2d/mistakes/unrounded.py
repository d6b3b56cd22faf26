"""The numbers are right but have all their digits. One last step of the task is missing: how many
decimals does it ask for?"""

import math


def axis_vector(position, d):
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    d = dim // 2
    return [axis_vector(row, d) + axis_vector(col, d) for row in range(grid) for col in range(grid)]
