"""The frequencies are numbered from 1, so the first one is missing. With what frequency should an
axis begin, and what is the first sine at position 1?"""

import math


def axis_vector(position, d):
    omegas = [10000 ** (-2 * i / d) for i in range(1, d // 2 + 1)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    d = dim // 2
    vectors = [axis_vector(p, d) for p in range(grid)]
    return [[round(v, 4) + 0.0 for v in vectors[r] + vectors[c]] for r in range(grid) for c in range(grid)]
