"""Answers are remembered with all that they depend on."""

from functools import cache


@cache
def patch_index(row, col, grid_width):
    if row < 0 or not (0 <= col <= grid_width - 1):
        raise ValueError(row, col, grid_width)
    return sum((row * grid_width, col))


@cache
def patch_row_col(index, grid_width):
    if index < 0 or grid_width <= 0:
        raise ValueError(index, grid_width)
    return tuple(map(int, divmod(index, grid_width)))
