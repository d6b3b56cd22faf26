"""numpy for the gathering, with a backward pass of its own."""

import numpy as np
import torch


class Gathering(torch.autograd.Function):
    """Rows taken by numpy; going backwards, gradients are added into the rows that were taken."""

    @staticmethod
    def forward(ctx, patch_tokens, indices):
        ctx.indices = indices.numpy().astype(np.int64)
        ctx.shape = tuple(patch_tokens.shape)
        values = patch_tokens.detach().numpy()
        return torch.from_numpy(np.take_along_axis(values, ctx.indices[:, :, None], axis=1))

    @staticmethod
    def backward(ctx, upstream):
        gradient = np.zeros(ctx.shape, dtype=upstream.numpy().dtype)
        images = np.arange(ctx.shape[0])[:, None]
        np.add.at(gradient, (images, ctx.indices), upstream.numpy())
        return torch.from_numpy(gradient), None


def gather_tokens_with_positions(patch_tokens, indices, position_embedding):
    if patch_tokens.ndim != 3 or indices.ndim != 2 or patch_tokens.shape[0] != indices.shape[0]:
        raise ValueError("shapes do not fit")
    numbers = indices.numpy()
    if np.any(numbers < 0) or np.any(numbers >= patch_tokens.shape[1]):
        raise ValueError("index out of range")
    selected = Gathering.apply(patch_tokens, indices)
    positions = position_embedding(indices)
    if positions.shape != selected.shape:
        raise ValueError("positions of another shape")
    return selected + positions
