import math


def show(grid, vector, table):
    # something looked odd on large grids, so look at everything
    if grid > 8:
        print("vector:", vector)
        print("table so far:", table)


def pos_embed_2d(grid, dim):
    half = dim // 2
    table = []
    for r in range(grid):
        for c in range(grid):
            vector = []
            for p in [r, c]:
                vector += [math.sin(p * 10000 ** (-2 * i / half)) for i in range(half // 2)]
                show(grid, vector, table)
                vector += [math.cos(p * 10000 ** (-2 * i / half)) for i in range(half // 2)]
                show(grid, vector, table)
            table.append([round(v, 4) + 0.0 for v in vector])
    return table
