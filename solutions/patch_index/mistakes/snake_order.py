"""Every second row is numbered from right to left, like a snake. In which direction does the
statement read the second row?"""


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise ValueError("row and col must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    if col >= grid_width:
        raise ValueError("col lies outside the grid")
    if row % 2 == 1:
        col = grid_width - 1 - col
    return row * grid_width + col


def patch_row_col(index, grid_width):
    if index < 0:
        raise ValueError("index must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    row, col = divmod(index, grid_width)
    if row % 2 == 1:
        col = grid_width - 1 - col
    return row, col
