"""A table is remembered under its width alone, so a later call with another grid gets the old one.
What does the answer depend on?"""

import math

remembered = {}


def axis_vector(position, d):
    omegas = [10000 ** (-2 * i / d) for i in range(d // 2)]
    return [math.sin(position * w) for w in omegas] + [math.cos(position * w) for w in omegas]


def pos_embed_2d(grid, dim):
    if dim not in remembered:
        d = dim // 2
        vectors = [axis_vector(p, d) for p in range(grid)]
        remembered[dim] = [
            [round(v, 4) + 0.0 for v in vectors[r] + vectors[c]] for r in range(grid) for c in range(grid)
        ]
    return remembered[dim]
