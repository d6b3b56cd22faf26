"""The indices of the faulty program are kept, and the tokens are put into its order and back again."""

import torch


def add_axis_positions(patch_tokens, row_table, col_table):
    height, width = row_table.shape[0], col_table.shape[0]
    downwards = torch.arange(height * width)
    rows, columns = downwards % height, downwards // height
    order = rows * width + columns
    answer = patch_tokens[:, order] + (row_table[rows] + col_table[columns])
    return answer[:, order.argsort()]
