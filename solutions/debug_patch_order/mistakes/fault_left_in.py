"""Patches are still counted down the columns.
Which patch lies to the right of patch 0, and what is its index?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_height = row_table.shape[0]
    indices = torch.arange(num_patches)
    rows = indices % grid_height
    columns = indices // grid_height
    positions = row_table[rows] + col_table[columns]
    return patch_tokens + positions
