"""A little is added to the quotient before it is cut, as a help against rounding. In a very wide grid, how
far is the last patch of a row from the next row, measured in rows?"""


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
    row = int(index / grid_width + 1e-9)
    return row, index - row * grid_width
