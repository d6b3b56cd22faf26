"""Rounded half up by the decimal module, patches by itertools.product, and an int 0 where a zero is left."""

import itertools
import math
from decimal import ROUND_HALF_UP, Decimal


def rounded(value):
    return float(Decimal(value).quantize(Decimal("0.0001"), rounding=ROUND_HALF_UP)) or 0


def pos_embed_2d(grid, dim):
    omegas = [math.exp(-math.log(10_000) * 4 * k / dim) for k in range(dim // 4)]
    axis = [
        tuple(rounded(wave(position * omega)) for wave in (math.sin, math.cos) for omega in omegas)
        for position in range(grid)
    ]
    return [row + column for row, column in itertools.product(axis, axis)]
