"""The length of a row is taken from the square root of the number of patches.
Where else could you read off how wide the grid is?
"""

import math

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_width = math.isqrt(num_patches)
    indices = torch.arange(num_patches)
    rows = indices // grid_width
    columns = indices % grid_width
    positions = row_table[rows] + col_table[columns]
    return patch_tokens + positions
