"""An argument has another name than in the program you were given.
How can someone hand it in by name?
"""

import torch


def add_axis_positions(patch_tokens, row_table, column_table):
    num_patches = patch_tokens.shape[1]
    grid_width = column_table.shape[0]
    indices = torch.arange(num_patches)
    rows = indices // grid_width
    columns = indices % grid_width
    positions = row_table[rows] + column_table[columns]
    return patch_tokens + positions
