"""The call fails when no index is asked for at all (K = 0). Some steps need at least one element: the
smallest of nothing, for one, does not exist. Which step of yours is that?"""

import torch


def gather_patches(tokens, indices):
    if tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("tokens must be [B, N, D] and indices [B, K]")
    if tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    indices = indices.to(torch.int64)
    if indices.min() < 0 or indices.max() >= tokens.shape[1]:
        raise ValueError("an index is out of range")
    return tokens.gather(1, indices.unsqueeze(-1).expand(-1, -1, tokens.shape[2]))
