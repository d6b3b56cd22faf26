"""All axes of length 1 disappear on the way, also where a grid has a single row or a single column.
What is the shape of the grid of sums then?
"""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    sums = torch.add(row_table.unsqueeze(1), col_table).squeeze()
    return patch_tokens + sums.flatten(0, 1)
