"""Two images came back, as in the sample, however many there were. Where does the number of images stand
in a call?"""

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
    return torch.stack([tokens[b][indices[b]] for b in range(2)])
