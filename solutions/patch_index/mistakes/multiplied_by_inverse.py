"""The number is multiplied by 1 / grid_width, which is rounded before it is used, so that some patches of
column 0 are found in the row above. Which numbers stay whole all the way?"""


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
    row = int(index * (1 / grid_width))
    return row, index - row * grid_width
