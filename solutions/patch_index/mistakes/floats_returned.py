"""The numbers are right, but they are floats such as 1.0. Which type does the statement ask for?"""

import numpy as np


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise ValueError("row and col must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    if col >= grid_width:
        raise ValueError("col lies outside the grid")
    return float(np.ravel_multi_index((row, col), (row + 1, grid_width)))


def patch_row_col(index, grid_width):
    if index < 0:
        raise ValueError("index must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    row = np.floor(index / grid_width)
    return row, index - row * grid_width
