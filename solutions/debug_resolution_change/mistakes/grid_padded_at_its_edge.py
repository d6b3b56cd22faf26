"""A patch keeps the position of the old patch in the same row and column, the edge is continued.
Both grids cover the same image: where does the last row of each of them lie?
"""

import torch


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    rows = torch.arange(new_height).clamp(max=old_height - 1)
    columns = torch.arange(new_width).clamp(max=old_width - 1)
    grid = table.reshape(old_height, old_width, -1)
    return grid[rows][:, columns].reshape(new_height * new_width, -1)
