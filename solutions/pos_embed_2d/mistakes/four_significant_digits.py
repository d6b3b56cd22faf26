"""Four significant digits are kept, so small numbers keep more than 4 decimals. Look at 0.046399:
what does rounding to 4 decimals make of it?"""

import math


def axis_vector(position, d):
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    d = dim // 2
    vectors = [axis_vector(p, d) for p in range(grid)]
    return [[float(f"{v:.4g}") for v in vectors[r] + vectors[c]] for r in range(grid) for c in range(grid)]
