"""An index outside the table was moved to the nearest end instead of being refused. Would the
caller want to know about it?"""

import torch


def gather_patches(tokens, indices):
    if tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("tokens must be [B, N, D] and indices [B, K]")
    if tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    indices = indices.to(torch.int64).clamp(0, tokens.shape[1] - 1)
    return tokens.gather(1, indices.unsqueeze(-1).expand(-1, -1, tokens.shape[2]))
