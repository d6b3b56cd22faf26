"""A row is refused if it is not below the width, as if the grid were a square. Does the width say
how many rows there are?"""


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise ValueError("row and col must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    if row >= grid_width or col >= grid_width:
        raise ValueError("the patch lies outside the grid")
    return row * grid_width + col


def patch_row_col(index, grid_width):
    if index < 0:
        raise ValueError("index must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    return index // grid_width, index % grid_width
