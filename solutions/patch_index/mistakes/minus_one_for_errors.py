"""A special answer, -1, stands for what is wrong. How does the statement want a caller to be
told?"""


def patch_index(row, col, grid_width):
    if row < 0 or col < 0 or col >= grid_width:
        return -1
    return row * grid_width + col


def patch_row_col(index, grid_width):
    if index < 0 or grid_width <= 0:
        return -1, -1
    return index // grid_width, index % grid_width
