"""All rows of the result are one and the same list, so each holds what was written last. How was
the empty table made, and how many lists are there in it really?"""

import math


def pos_embed_2d(grid, dim):
    d = dim // 2
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    table = [[0.0] * dim] * (grid * grid)
    for row in range(grid):
        for col in range(grid):
            vector = table[row * grid + col]
            for i, w in enumerate(omegas):
                vector[i] = round(math.sin(row * w), 4) + 0.0
                vector[d // 2 + i] = round(math.cos(row * w), 4) + 0.0
                vector[d + i] = round(math.sin(col * w), 4) + 0.0
                vector[d + d // 2 + i] = round(math.cos(col * w), 4) + 0.0
    return table
