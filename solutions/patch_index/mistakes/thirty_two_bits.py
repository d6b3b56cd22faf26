"""The numbers are kept in 32 bits, and large ones overflow without a word. How large may a number
become according to the statement?"""

import numpy as np


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise ValueError("row and col must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    if col >= grid_width:
        raise ValueError("col lies outside the grid")
    row, col, grid_width = np.array([[row], [col], [grid_width]]).astype(np.int32)
    return int((row * grid_width + col)[0])


def patch_row_col(index, grid_width):
    if index < 0:
        raise ValueError("index must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    index = int(np.array(index).astype(np.int32))
    return index // grid_width, index % grid_width
