"""The frequencies fall too fast: the exponent is twice what it should be. Compute the second
frequency by hand for a width of 12 and compare."""

import math


def axis_vector(position, d):
    count = d // 2
    omegas = [10000 ** (-2 * i / count) for i in range(count)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    d = dim // 2
    vectors = [axis_vector(p, d) for p in range(grid)]
    return [[round(v, 4) + 0.0 for v in vectors[r] + vectors[c]] for r in range(grid) for c in range(grid)]
