"""Only the upper end of the range is checked. What should happen for an index below 0?"""

import torch


def gather_patches(tokens, indices):
    if tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("tokens must be [B, N, D] and indices [B, K]")
    if tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    indices = indices.to(torch.int64)
    if (indices >= tokens.shape[1]).any():
        raise ValueError("an index is out of range")
    return tokens.gather(1, indices.unsqueeze(-1).expand(-1, -1, tokens.shape[2]))
