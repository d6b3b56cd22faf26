"""The row's vector and the column's vector are added, each as wide as the whole. How long should
the part of one axis be, and how are the two parts joined?"""

import math


def axis_vector(position, d):
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    table = []
    for row in range(grid):
        for col in range(grid):
            pairs = zip(axis_vector(row, dim), axis_vector(col, dim), strict=True)
            table.append([round(a + b, 4) + 0.0 for a, b in pairs])
    return table
