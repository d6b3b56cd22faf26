"""No indices at all: every row meets every column, and the grid of sums is flattened."""


def add_axis_positions(patch_tokens, row_table, col_table):
    sums = row_table[:, None, :] + col_table[None, :, :]
    return patch_tokens + sums.flatten(0, 1)
