"""Tuples for lists, and the ints 0 and 1 where a number is whole."""

import math


def tidy(value):
    value = round(value, 4)
    return int(value) if value == int(value) else value


def axis_vector(position, width):
    angles = [position * 10000.0 ** (-2.0 * i / width) for i in range(width // 2)]
    return tuple(tidy(math.sin(a)) for a in angles) + tuple(tidy(math.cos(a)) for a in angles)


def pos_embed_2d(grid, dim):
    return tuple(
        axis_vector(row, dim // 2) + axis_vector(col, dim // 2) for row in range(grid) for col in range(grid)
    )
