"""The columns are right now, but the rows are still those of another order.
When you walk along a row of patches, does the row change?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_width = col_table.shape[0]
    grid_height = row_table.shape[0]
    indices = torch.arange(num_patches)
    rows = indices % grid_height
    columns = indices % grid_width
    positions = row_table[rows] + col_table[columns]
    return patch_tokens + positions
