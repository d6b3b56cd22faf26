"""The numbers pass through single precision, which cannot name every whole number beyond 2 ** 24.
How large may a number become according to the statement?"""

import numpy as np


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise ValueError("row and col must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    if col >= grid_width:
        raise ValueError("col lies outside the grid")
    return int(np.float32(row) * np.float32(grid_width) + np.float32(col))


def patch_row_col(index, grid_width):
    if index < 0:
        raise ValueError("index must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    row = np.floor(np.float32(index) / np.float32(grid_width))
    return int(row), int(np.float32(index) - row * np.float32(grid_width))
