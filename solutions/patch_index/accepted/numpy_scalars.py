"""numpy does both, and its integers are returned as they are."""

import numpy as np


def patch_index(row, col, grid_width):
    if grid_width <= 0:
        raise ValueError("an empty grid")
    # numpy refuses what is outside with a ValueError; a row far above zero is made to fit.
    return np.ravel_multi_index((row, col), (max(row, 0) + 1, grid_width))


def patch_row_col(index, grid_width):
    if index < 0 or grid_width <= 0:
        raise ValueError("no such patch")
    return np.unravel_index(index, (index // grid_width + 1, grid_width))
