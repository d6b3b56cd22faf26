"""patch_row_col was made by searching the rows of a square grid, so patches further down are not
found. Does the width say how many rows there are?"""


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise ValueError("row and col must not be negative")
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
    for row in range(grid_width):
        if row * grid_width <= index < (row + 1) * grid_width:
            return row, index - row * grid_width
    return None
