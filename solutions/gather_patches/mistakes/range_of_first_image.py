"""Only the indices of the first image were compared with the number of patches. Which of the others
could be out of range?"""

import torch


def gather_patches(tokens, indices):
    if tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("tokens must be [B, N, D] and indices [B, K]")
    if tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    indices = indices.to(torch.int64)
    if any(number < 0 or number >= tokens.shape[1] for number in indices[0].tolist()):
        raise ValueError("an index is out of range")
    return tokens.gather(1, indices.unsqueeze(-1).expand(-1, -1, tokens.shape[2]))
