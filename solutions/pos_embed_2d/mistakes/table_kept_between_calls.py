"""The first call is right, but the next one adds its rows to the same list. Where is that list
made: at each call, or once?"""

import math


def axis_vector(position, d):
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim, table=[]):  # noqa: B006
    d = dim // 2
    for row in range(grid):
        for col in range(grid):
            table.append([round(v, 4) + 0.0 for v in axis_vector(row, d) + axis_vector(col, d)])
    return table
