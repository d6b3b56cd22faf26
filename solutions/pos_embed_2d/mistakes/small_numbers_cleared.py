"""Numbers close to zero are set to 0.0, also such as still have a digit within 4 decimals. Where exactly does
rounding to 4 decimals begin to give zero?"""

import math


def axis_vector(position, d):
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def cleaned(value):
    return 0.0 if abs(value) < 0.001 else round(value, 4)


def pos_embed_2d(grid, dim):
    vectors = [axis_vector(position, dim // 2) for position in range(grid)]
    return [[cleaned(v) for v in vectors[row] + vectors[col]] for row in range(grid) for col in range(grid)]
