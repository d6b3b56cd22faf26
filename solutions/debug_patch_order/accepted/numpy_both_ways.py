"""numpy adds, there and back again, inside a function that autograd is told about."""

import torch


class Add(torch.autograd.Function):
    @staticmethod
    def forward(ctx, tokens, rows, columns):
        ctx.grid = rows.shape[0], columns.shape[0]
        sums = rows.numpy()[:, None] + columns.numpy()[None]
        return torch.from_numpy(tokens.numpy() + sums.reshape(1, -1, sums.shape[2]))

    @staticmethod
    def backward(ctx, upstream):
        grid = upstream.numpy().sum(axis=0).reshape(*ctx.grid, -1)
        return upstream, torch.from_numpy(grid.sum(axis=1)), torch.from_numpy(grid.sum(axis=0))


def add_axis_positions(patch_tokens, row_table, col_table):
    return Add.apply(patch_tokens, row_table, col_table)
