"""The tokens were flattened in a way that only works if their numbers lie in memory in order. What
about a transposed tensor?"""

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
    batch, patches, features = tokens.shape
    flat = tokens.view(batch * patches, features)
    return flat[indices + torch.arange(batch).unsqueeze(1) * patches]
