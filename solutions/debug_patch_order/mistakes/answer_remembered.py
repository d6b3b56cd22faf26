"""The whole answer is remembered by the three tensors that came in.
May the same tensors hold other numbers when they come in again?
"""

from functools import cache

import torch


@cache
def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_width = col_table.shape[0]
    indices = torch.arange(num_patches)
    rows = indices // grid_width
    columns = indices % grid_width
    positions = row_table[rows] + col_table[columns]
    return patch_tokens + positions
