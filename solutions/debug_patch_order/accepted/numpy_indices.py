"""numpy knows row-major order by itself."""

import numpy as np
import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    shape = (row_table.shape[0], col_table.shape[0])
    rows, columns = np.unravel_index(np.arange(patch_tokens.shape[1]), shape)
    picked = row_table.index_select(0, torch.from_numpy(rows.copy()))
    return patch_tokens + picked + col_table.index_select(0, torch.from_numpy(columns.copy()))
