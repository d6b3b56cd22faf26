"""A negative index was answered with a patch from the end of the list. Python counts backwards from
there; does the statement?"""

import torch


def gather_patches(tokens, indices):
    if tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("tokens must be [B, N, D] and indices [B, K]")
    if tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    indices = indices.to(torch.int64)
    batch, patches, _ = tokens.shape
    if ((indices < -patches) | (indices >= patches)).any():
        raise ValueError("an index is out of range")
    return tokens[torch.arange(batch).unsqueeze(1), indices]
