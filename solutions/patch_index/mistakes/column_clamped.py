"""A column beyond the last one is silently moved back to the last one. What does the statement want
to happen in this case?"""


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise ValueError("row and col must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    col = min(col, grid_width - 1)
    return row * grid_width + col


def patch_row_col(index, grid_width):
    if index < 0:
        raise ValueError("index must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    return index // grid_width, index % grid_width
