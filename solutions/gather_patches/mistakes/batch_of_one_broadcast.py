"""A batch of one was stretched to fit the other argument. The statement refuses batch sizes that
differ: does it make an exception for one?"""

import torch


def gather_patches(tokens, indices):
    if tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("tokens must be [B, N, D] and indices [B, K]")
    sizes = {tokens.shape[0], indices.shape[0]}
    if len(sizes - {1}) > 1:
        raise ValueError("the batch sizes differ")
    batch = max(sizes)
    tokens = tokens.expand(batch, -1, -1)
    indices = indices.to(torch.int64).expand(batch, -1)
    if ((indices < 0) | (indices >= tokens.shape[1])).any():
        raise ValueError("an index is out of range")
    return tokens.gather(1, indices.unsqueeze(-1).expand(-1, -1, tokens.shape[2]))
