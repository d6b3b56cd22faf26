"""The patches are numbered in single bytes, whose largest number is 255.
Which number does the next patch get?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_width = col_table.shape[0]
    indices = torch.arange(num_patches).to(torch.uint8)
    rows = (indices // grid_width).long()
    columns = (indices % grid_width).long()
    positions = row_table[rows] + col_table[columns]
    return patch_tokens + positions
