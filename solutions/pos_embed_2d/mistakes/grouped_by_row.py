"""The patches are grouped by row of the grid, one list level too many. How many lists should the
outermost list hold?"""

import math


def axis_vector(position, d):
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    d = dim // 2
    vectors = [axis_vector(p, d) for p in range(grid)]
    return [
        [[round(v, 4) + 0.0 for v in vectors[row] + vectors[col]] for col in range(grid)]
        for row in range(grid)
    ]
