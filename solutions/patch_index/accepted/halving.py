"""The row is found by halving an interval; nothing is divided by the width."""


def patch_index(row, col, grid_width):
    if min(row, col, grid_width - 1 - col) < 0:
        raise ValueError("this patch is not in the grid")
    return row * grid_width + col


def patch_row_col(index, grid_width):
    if index < 0 or grid_width < 1:
        raise ValueError("this patch is not in the grid")
    first, beyond = 0, index + 1
    while beyond - first > 1:
        middle = (first + beyond) // 2
        if middle * grid_width <= index:
            first = middle
        else:
            beyond = middle
    return first, index - first * grid_width
