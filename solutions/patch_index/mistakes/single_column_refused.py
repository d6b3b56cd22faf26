"""A grid of a single column is refused. Which widths does the statement call wrong?"""


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise ValueError("row and col must not be negative")
    if grid_width <= 1:
        raise ValueError("grid_width must be larger than 1")
    if col >= grid_width:
        raise ValueError("col lies outside the grid")
    return row * grid_width + col


def patch_row_col(index, grid_width):
    if index < 0:
        raise ValueError("index must not be negative")
    if grid_width <= 1:
        raise ValueError("grid_width must be larger than 1")
    return index // grid_width, index % grid_width
