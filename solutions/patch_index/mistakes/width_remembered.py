"""Answers are remembered without the width, so a later call with another width gets an old answer.
What does an answer depend on?"""

numbers = {}
places = {}


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise ValueError("row and col must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    if col >= grid_width:
        raise ValueError("col lies outside the grid")
    if (row, col) not in numbers:
        numbers[row, col] = row * grid_width + col
    return numbers[row, col]


def patch_row_col(index, grid_width):
    if index < 0:
        raise ValueError("index must not be negative")
    if grid_width <= 0:
        raise ValueError("grid_width must be positive")
    if index not in places:
        places[index] = divmod(index, grid_width)
    return places[index]
