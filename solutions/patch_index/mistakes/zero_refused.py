"""A row, a column or a number of 0 is refused. Where does counting begin?"""


def patch_index(row, col, grid_width):
    if row <= 0 or col <= 0:
        raise ValueError("row and col must be positive")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    if col >= grid_width:
        raise ValueError("col lies outside the grid")
    return row * grid_width + col


def patch_row_col(index, grid_width):
    if index <= 0:
        raise ValueError("index must be positive")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    return index // grid_width, index % grid_width
