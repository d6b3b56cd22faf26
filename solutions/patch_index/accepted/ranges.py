"""The numbers of one row are a range; an index outside of it is translated."""


def patch_index(row, col, grid_width):
    if row < 0 or col < 0:
        raise ValueError("below zero")
    try:
        return range(row * grid_width, (row + 1) * grid_width)[col]
    except IndexError:
        raise ValueError("beyond the last column") from None


def patch_row_col(index, grid_width):
    if not (index >= 0 and grid_width >= 1):
        raise ValueError("no such patch")
    row = len(range(0, index + 1, grid_width)) - 1
    return row, index - row * grid_width
