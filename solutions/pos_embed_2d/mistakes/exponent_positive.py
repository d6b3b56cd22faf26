"""The frequencies grow instead of falling, so later columns look like noise. Should the frequency
after 1 be larger or smaller than 1?"""

import math


def axis_vector(position, d):
    omegas = [10000 ** (2 * i / d) for i in range(d // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    d = dim // 2
    vectors = [axis_vector(p, d) for p in range(grid)]
    return [[round(v, 4) + 0.0 for v in vectors[r] + vectors[c]] for r in range(grid) for c in range(grid)]
