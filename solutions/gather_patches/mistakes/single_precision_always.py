"""The answer is always in single precision. Which dtype does a new tensor get when none is named,
and which one does the statement ask for?"""

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
    batch, count = indices.shape
    answer = torch.zeros(batch, count, tokens.shape[2])
    for b in range(batch):
        for k in range(count):
            answer[b, k] = tokens[b, indices[b, k]]
    return answer
