"""The patches are numbered column by column: in the top row of a grid with more rows than one, the
numbers are not 0, 1, 2. Which of the two coordinates changes from one patch of the list to the
next?"""


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise ValueError("row and col must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    if col >= grid_width:
        raise ValueError("col lies outside the grid")
    return col * grid_width + row


def patch_row_col(index, grid_width):
    if index < 0:
        raise ValueError("index must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    return index % grid_width, index // grid_width
