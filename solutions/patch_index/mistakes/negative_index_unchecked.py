"""A negative number is not refused. The division gives an answer all the same, but is there such a
patch?"""


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise ValueError("row and col must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    if col >= grid_width:
        raise ValueError("col lies outside the grid")
    return row * grid_width + col


def patch_row_col(index, grid_width):
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    return index // grid_width, index % grid_width
