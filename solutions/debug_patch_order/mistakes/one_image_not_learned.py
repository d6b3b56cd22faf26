"""With a single image the answer is right, but no gradient comes back.
What does your program do differently where the batch holds one image?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    grid_width = col_table.shape[0]
    indices = torch.arange(num_patches)
    rows = indices // grid_width
    columns = indices % grid_width
    positions = row_table[rows] + col_table[columns]
    if patch_tokens.shape[0] == 1:
        return torch.tensor((patch_tokens[0] + positions).tolist(), dtype=patch_tokens.dtype)[None]
    return patch_tokens + positions
