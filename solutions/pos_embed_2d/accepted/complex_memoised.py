"""Complex exponentials, computed once per coordinate and width and remembered."""

import cmath
from functools import lru_cache


@lru_cache(maxsize=None)
def axis_vector(position, width):
    hands = [cmath.exp(1j * position / 10000 ** (2 * i / width)) for i in range(width // 2)]
    return tuple(hand.imag for hand in hands) + tuple(hand.real for hand in hands)


def pos_embed_2d(grid, dim):
    return [
        [round(value, 4) or 0.0 for value in axis_vector(row, dim // 2) + axis_vector(col, dim // 2)]
        for row in range(grid)
        for col in range(grid)
    ]
