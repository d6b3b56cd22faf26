"""The whole vector describes a single number, the index of the patch in the list. Where did its
second coordinate go?"""

import math


def pos_embed_2d(grid, dim):
    omegas = [10000 ** (-2 * i / dim) for i in range(dim // 2)]
    table = []
    for index in range(grid * grid):
        angles = [index * w for w in omegas]
        vector = [math.sin(a) for a in angles] + [math.cos(a) for a in angles]
        table.append([round(v, 4) + 0.0 for v in vector])
    return table
