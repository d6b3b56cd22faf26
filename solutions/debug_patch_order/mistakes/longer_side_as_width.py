"""The longer of the two sides is taken for the width.
Can a grid be taller than it is wide?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_width = max(row_table.shape[0], col_table.shape[0])
    indices = torch.arange(num_patches)
    rows = indices // grid_width
    columns = indices % grid_width
    positions = row_table[rows] + col_table[columns]
    return patch_tokens + positions
