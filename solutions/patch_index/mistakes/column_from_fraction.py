"""The column is taken from the digits after the point of a quotient. How many digits are left for them if the
row is a large number?"""

import math


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise ValueError("row and col must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    if col >= grid_width:
        raise ValueError("col lies outside the grid")
    return row * grid_width + col


def patch_row_col(index, grid_width):
    if index < 0:
        raise ValueError("index must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    fraction, row = math.modf(index / grid_width)
    return int(row), round(fraction * grid_width)
