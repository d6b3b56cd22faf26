import math


def encode(p, d):
    out = [0.0] * d
    for i in range(d // 2):
        angle = p / 10000 ** (2 * i / d)
        out[2 * i] = math.sin(angle)
        out[2 * i + 1] = math.cos(angle)
    return out


def pos_embed_2d(grid, dim):
    result = []
    for r in range(grid):
        for c in range(grid):
            result.append([round(v, 4) + 0.0 for v in encode(r, dim // 2) + encode(c, dim // 2)])
    return result
