"""Each entry has a frequency of its own, so the cosines use other frequencies than the sines.
Should a sine and the cosine that belongs to it share an angle?"""

import math


def axis_vector(position, d):
    angles = [position * 10000 ** (-2 * j / d) for j in range(d)]
    return [math.sin(a) for a in angles[: d // 2]] + [math.cos(a) for a in angles[d // 2 :]]


def pos_embed_2d(grid, dim):
    d = dim // 2
    vectors = [axis_vector(p, d) for p in range(grid)]
    return [[round(v, 4) + 0.0 for v in vectors[r] + vectors[c]] for r in range(grid) for c in range(grid)]
