"""Every second row is counted from right to left.
In row-major order, where does a new row begin?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_width = col_table.shape[0]
    indices = torch.arange(num_patches)
    rows = indices // grid_width
    columns = indices % grid_width
    columns = torch.where(rows % 2 == 0, columns, grid_width - 1 - columns)
    positions = row_table[rows] + col_table[columns]
    return patch_tokens + positions
