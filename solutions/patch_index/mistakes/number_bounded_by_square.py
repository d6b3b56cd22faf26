"""A number is refused if a square grid would not have it. Does the width say how many rows there
are?"""


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise ValueError("row and col must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    if col >= grid_width:
        raise ValueError("col lies outside the grid")
    return row * grid_width + col


def patch_row_col(index, grid_width):
    if index < 0 or index >= grid_width**2:
        raise ValueError("index lies outside the grid")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    return index // grid_width, index % grid_width
