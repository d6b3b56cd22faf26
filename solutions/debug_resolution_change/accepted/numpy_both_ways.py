"""numpy does the sums, there and back again, inside a function that autograd is told about."""

import numpy as np
import torch


def weights(old, new):
    y = (np.arange(new) + 0.5) * old / new - 0.5
    base = np.floor(y).astype(np.int64)
    matrix = np.zeros((new, old))
    for step in (-1, 0, 1, 2):
        t = np.abs(y - base - step)
        near = 1.25 * t**3 - 2.25 * t**2 + 1
        far = -0.75 * t**3 + 3.75 * t**2 - 6 * t + 3
        np.add.at(matrix, (np.arange(new), np.clip(base + step, 0, old - 1)), np.where(t <= 1, near, far))
    return matrix


class Resize(torch.autograd.Function):
    @staticmethod
    def forward(ctx, table, matrix):
        ctx.matrix = matrix
        return torch.from_numpy(matrix @ table.detach().numpy().astype(np.float64)).to(table.dtype)

    @staticmethod
    def backward(ctx, upstream):
        gradient = ctx.matrix.T @ upstream.numpy().astype(np.float64)
        return torch.from_numpy(gradient).to(upstream.dtype), None


def position_table_for(table, old_grid_size, new_grid_size):
    down = weights(old_grid_size[0], new_grid_size[0])
    across = weights(old_grid_size[1], new_grid_size[1])
    return Resize.apply(table, np.kron(down, across))
