"""Look-ups as in an embedding layer, with sparse gradients for the tables; the indices are remembered."""

from functools import cache

import torch
import torch.nn.functional as F


@cache
def places(height, width):
    return torch.arange(height).repeat_interleave(width), torch.arange(width).repeat(height)


def add_axis_positions(patch_tokens, row_table, col_table):
    rows, columns = places(len(row_table), len(col_table))
    positions = F.embedding(rows, row_table, sparse=True) + F.embedding(columns, col_table, sparse=True)
    return patch_tokens + positions
