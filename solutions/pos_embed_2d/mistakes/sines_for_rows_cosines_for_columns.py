"""Rows get sines only and columns get cosines only. One sine alone does not tell two angles apart:
what does the definition give to each axis?"""

import math


def pos_embed_2d(grid, dim):
    d = dim // 2
    omegas = [10000 ** (-i / d) for i in range(d)]
    table = []
    for row in range(grid):
        for col in range(grid):
            vector = [math.sin(row * w) for w in omegas] + [math.cos(col * w) for w in omegas]
            table.append([round(v, 4) + 0.0 for v in vector])
    return table
