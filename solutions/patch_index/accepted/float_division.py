"""A division of floats, cut to a whole number: exact for numbers below 2 ** 53."""

import math


def patch_index(row, col, grid_width):
    if min(row, col) < 0 or col > grid_width - 1:
        raise ValueError("this patch is not in the grid")
    return int(float(row) * float(grid_width) + float(col))


def patch_row_col(index, grid_width):
    if index < 0 or grid_width < 1:
        raise ValueError("this patch is not in the grid")
    return math.floor(index / grid_width), int(math.fmod(index, grid_width))
