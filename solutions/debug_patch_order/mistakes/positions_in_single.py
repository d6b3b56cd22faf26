"""The positions are put together in float32 and turned back before they are added.
What is lost on the way?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_width = col_table.shape[0]
    indices = torch.arange(num_patches)
    rows = indices // grid_width
    columns = indices % grid_width
    positions = torch.zeros(num_patches, row_table.shape[1], dtype=torch.float32)
    positions += row_table[rows]
    positions += col_table[columns]
    return patch_tokens + positions
