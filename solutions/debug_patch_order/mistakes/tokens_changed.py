"""The caller's tokens are changed where they stand.
What does the caller find in them afterwards?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_width = col_table.shape[0]
    indices = torch.arange(num_patches)
    rows = indices // grid_width
    columns = indices % grid_width
    positions = row_table[rows] + col_table[columns]
    patch_tokens.data += positions
    return patch_tokens
