import math


def pos_embed_2d(grid, dim):
    d = dim // 2
    scale = 10**4

    def cut(v):
        return int(v * scale) / scale

    table = []
    for r in range(grid):
        for c in range(grid):
            vec = []
            for p in (r, c):
                for fn in (math.sin, math.cos):
                    for i in range(d // 2):
                        vec.append(cut(fn(p * 10000 ** (-2 * i / d))))
            table.append(vec)
    return table
