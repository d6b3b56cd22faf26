"""The answers are printed, and None is returned. How does a caller get hold of an answer?"""


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise ValueError("row and col must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    if col >= grid_width:
        raise ValueError("col lies outside the grid")
    print(row * grid_width + col)


def patch_row_col(index, grid_width):
    if index < 0:
        raise ValueError("index must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    print(index // grid_width, index % grid_width)
