"""The positions of two tables are remembered by the tables they were made from.
What do the tables of a model look like after one step of training, and what do you add then?
"""

import torch

positions_of = {}


def add_axis_positions(patch_tokens, row_table, col_table):
    num_patches = patch_tokens.shape[1]
    if (row_table, col_table) not in positions_of:
        grid_width = col_table.shape[0]
        indices = torch.arange(num_patches)
        positions_of[row_table, col_table] = (
            row_table[indices // grid_width] + col_table[indices % grid_width]
        )
    return patch_tokens + positions_of[row_table, col_table]
