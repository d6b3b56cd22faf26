"""What is wrong is refused by an assert, which raises an AssertionError (and nothing at all if
Python runs with -O). Which type of exception does the statement name?"""


def patch_index(row, col, grid_width):
    assert row >= 0
    assert 0 <= col < grid_width
    return row * grid_width + col


def patch_row_col(index, grid_width):
    assert index >= 0
    assert grid_width > 0
    return index // grid_width, index % grid_width
