"""Only the vector of the row is added.
What tells the patches of one row apart?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_width = col_table.shape[0]
    indices = torch.arange(num_patches)
    rows = indices // grid_width
    positions = row_table[rows]
    return patch_tokens + positions
