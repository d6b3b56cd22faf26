"""Places in a long row of numbers were computed in the dtype of the indices. How large can such a place
become, and how large a number does a narrow dtype hold?"""

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
    validated(tokens, indices)
    batch, _, features = tokens.shape
    places = (indices * features).unsqueeze(-1) + torch.arange(features)
    numbers = tokens.flatten(1).gather(1, places.flatten(1))
    return numbers.view(batch, indices.shape[1], features)
