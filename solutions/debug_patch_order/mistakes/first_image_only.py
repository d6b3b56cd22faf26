"""Only the first image of the batch gets positions.
Does the place of a patch depend on the image it is in?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_width = col_table.shape[0]
    indices = torch.arange(num_patches)
    rows = indices // grid_width
    columns = indices % grid_width
    positions = row_table[rows] + col_table[columns]
    answer = patch_tokens.clone()
    answer[0] = answer[0] + positions
    return answer
