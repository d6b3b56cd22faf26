"""What is wrong is refused, but with an IndexError. Which type of exception does the statement
name?"""


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise IndexError("row and col must not be negative")
    if grid_width <= 0:
        raise IndexError("grid_width must be positive")
    if col >= grid_width:
        raise IndexError("col lies outside the grid")
    return row * grid_width + col


def patch_row_col(index, grid_width):
    if index < 0:
        raise IndexError("index must not be negative")
    if grid_width <= 0:
        raise IndexError("grid_width must be positive")
    return index // grid_width, index % grid_width
