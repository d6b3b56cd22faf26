"""Which row and which column a patch has, as matrices of zeros and ones."""

import torch
import torch.nn.functional as F


def add_axis_positions(patch_tokens, row_table, col_table):
    height, width = row_table.shape[0], col_table.shape[0]
    down, across = torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")
    rows = F.one_hot(down.reshape(-1), height).to(row_table.dtype)
    columns = F.one_hot(across.reshape(-1), width).to(col_table.dtype)
    return patch_tokens + rows @ row_table + columns @ col_table
