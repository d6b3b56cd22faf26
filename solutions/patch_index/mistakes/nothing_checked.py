"""Nothing is refused: places and numbers that no grid has get an answer like any other. Which calls
does the statement want to end in an error?"""


def patch_index(row, col, grid_width):
    return row * grid_width + col


def patch_row_col(index, grid_width):
    return divmod(index, grid_width)
