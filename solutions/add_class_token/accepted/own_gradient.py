"""numpy does the work forwards, and the gradient is written by hand."""

import numpy as np
import torch


class Join(torch.autograd.Function):
    @staticmethod
    def forward(ctx, patches, token, positions):
        batch = patches.shape[0]
        first = np.repeat(token.numpy(), batch, axis=0)
        return torch.from_numpy(np.concatenate([first, patches.numpy()], axis=1) + positions.numpy())

    @staticmethod
    def backward(ctx, upstream):
        return upstream[:, 1:], upstream[:, :1].sum(0, keepdim=True), upstream.sum(0, keepdim=True)


def add_class_token(patch_tokens, class_token, position_embedding):
    if class_token.shape[-1] != patch_tokens.shape[-1]:
        raise ValueError("class_token")
    if position_embedding.shape[1:] != (patch_tokens.shape[1] + 1, patch_tokens.shape[2]):
        raise ValueError("position_embedding")
    return Join.apply(patch_tokens, class_token, position_embedding)
