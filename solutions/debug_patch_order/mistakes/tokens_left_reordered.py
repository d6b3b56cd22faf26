"""The tokens are rearranged to fit the positions, and are never put back in their old order.
May the order of the tokens in the answer be another than in the argument?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    grid_height, grid_width = row_table.shape[0], col_table.shape[0]
    indices = torch.arange(patch_tokens.shape[1])
    rows = indices % grid_height
    columns = indices // grid_height
    reordered = patch_tokens[:, rows * grid_width + columns]
    return reordered + row_table[rows] + col_table[columns]
