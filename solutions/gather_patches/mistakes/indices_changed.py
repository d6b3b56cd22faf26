"""The call changed the caller's indices, so the next call with them goes wrong. Which of your
operations writes into a tensor that is not your own?"""

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
    indices += torch.arange(batch).unsqueeze(1) * patches
    return tokens.reshape(batch * patches, features)[indices]
