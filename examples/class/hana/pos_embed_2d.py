import math


def axis(p, d):
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    return [math.sin(p * w) for w in omegas] + [math.cos(p * w) for w in omegas]


def pos_embed_2d(grid, dim):
    table = []
    for r in range(grid):
        for c in range(grid)
            vector = axis(r, dim // 2) + axis(c, dim // 2)
            table.append([round(v, 4) for v in vector])
    return table
