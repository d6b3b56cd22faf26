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
    def forward(ctx, table, old, new):
        ctx.down, ctx.across = weights(old[0], new[0]), weights(old[1], new[1])
        numbers = table.detach().numpy().astype(np.float64)
        grid = numbers[0, 1:].reshape(*old, -1)
        rows = np.einsum("pr,qc,rcd->pqd", ctx.down, ctx.across, grid)
        answer = np.concatenate([numbers[:, :1], rows.reshape(1, new[0] * new[1], -1)], axis=1)
        return torch.from_numpy(answer).to(table.dtype)

    @staticmethod
    def backward(ctx, upstream):
        numbers = upstream.numpy().astype(np.float64)
        grid = numbers[0, 1:].reshape(len(ctx.down), len(ctx.across), -1)
        rows = np.einsum("pr,qc,pqd->rcd", ctx.down, ctx.across, grid)
        gradient = np.concatenate([numbers[:, :1], rows.reshape(1, -1, numbers.shape[2])], axis=1)
        return torch.from_numpy(gradient).to(upstream.dtype), None, None


def interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size):
    if position_embedding.shape[1] != 1 + np.prod(old_grid_size):
        raise ValueError("rows")
    return Resize.apply(position_embedding, old_grid_size, new_grid_size)
