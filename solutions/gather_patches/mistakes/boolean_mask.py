"""The patches were picked with a mask of true and false. A mask knows neither an order nor how
often a patch was asked for: what happens to 4, 0, 2 and to 1, 1, 3?"""

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
    mask = torch.zeros(batch, patches, dtype=torch.bool)
    mask.scatter_(1, indices, True)
    return tokens[mask].view(batch, indices.shape[1], features)
