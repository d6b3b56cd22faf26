"""Only the vector of the column is added.
What tells the patches of one column apart?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_width = col_table.shape[0]
    indices = torch.arange(num_patches)
    columns = indices % grid_width
    positions = col_table[columns]
    return patch_tokens + positions
