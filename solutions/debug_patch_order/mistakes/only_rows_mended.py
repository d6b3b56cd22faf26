"""The rows are right now, but the columns are still those of another order.
When you walk along a row of patches, how often does the column change?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_width = col_table.shape[0]
    grid_height = row_table.shape[0]
    indices = torch.arange(num_patches)
    rows = indices // grid_width
    columns = indices // grid_height
    positions = row_table[rows] + col_table[columns]
    return patch_tokens + positions
