"""The two vectors are put one after the other, so the answer is wider than the tokens.
Which shape does the statement ask for?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_width = col_table.shape[0]
    indices = torch.arange(num_patches)
    rows = indices // grid_width
    columns = indices % grid_width
    positions = torch.cat([row_table[rows], col_table[columns]], dim=1)
    return torch.cat([patch_tokens, patch_tokens], dim=2) + positions
