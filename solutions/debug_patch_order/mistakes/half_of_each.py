"""The first half of the features gets the row, the second half the column.
How many features does each of the two tables have?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_width = col_table.shape[0]
    indices = torch.arange(num_patches)
    rows = indices // grid_width
    columns = indices % grid_width
    half = row_table.shape[1] // 2
    positions = torch.cat([row_table[rows, :half], col_table[columns, half:]], dim=1)
    return patch_tokens + positions
