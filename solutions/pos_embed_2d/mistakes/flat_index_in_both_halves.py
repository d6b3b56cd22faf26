"""Both halves are made from the index of the patch in the list. Take that index apart first: which
row and which column does it stand for?"""

import math


def axis_vector(position, d):
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    table = []
    for index in range(grid * grid):
        vector = axis_vector(index, dim // 2) + axis_vector(index, dim // 2)
        table.append([round(v, 4) + 0.0 for v in vector])
    return table
