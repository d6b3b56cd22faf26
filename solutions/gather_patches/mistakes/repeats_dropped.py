"""Repeated indices were dropped, so the answer has too few rows or does not fit together. How many
rows does the statement promise for K indices?"""

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
    chosen = []
    for image, wanted in zip(tokens, indices.tolist(), strict=True):
        chosen.append(image[torch.tensor(list(dict.fromkeys(wanted)), dtype=torch.int64)])
    return torch.stack(chosen)
