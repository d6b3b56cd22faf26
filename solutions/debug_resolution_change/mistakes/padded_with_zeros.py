"""Rows that are missing are filled with zeros.
What does a model learn about a patch whose position is zero?
"""

import torch


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    num_old = old_height * old_width
    num_new = new_height * new_width
    if num_new <= num_old:
        return table[:num_new]
    missing = torch.zeros(num_new - num_old, table.shape[1], dtype=table.dtype)
    return torch.cat([table, missing])
