import math


def pos_embed_2d(grid, dim):
    d = dim // 2
    table = []
    for r in range(grid):
        for c in range(grid):
            vec = []
            for p in (r, c):
                i = 0
                while i < d // 2:
                    vec.append(math.sin(p / 10000 ** (2 * i / d)))
                    i += 1
                i = 0
                while i < d // 2:
                    value = math.cos(p / 10000 ** (2 * i / d))
                vec.append(value)
            table.append([round(v, 4) for v in vec])
    return table
