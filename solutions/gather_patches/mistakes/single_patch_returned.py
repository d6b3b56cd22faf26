"""Images of a single patch were returned as they are, since there is nothing to choose from. How often may
that one patch be asked for?"""

import torch


def validated(tokens, indices):
    if tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("tokens must be [B, N, D] and indices [B, K]")
    if tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    indices = indices.to(torch.int64)
    if ((indices < 0) | (indices >= tokens.shape[1])).any():
        raise ValueError("an index is out of range")
    return indices


def gather_patches(tokens, indices):
    indices = validated(tokens, indices)
    if tokens.shape[1] == 1:
        return tokens
    return torch.stack([image[row] for image, row in zip(tokens, indices, strict=True)])
