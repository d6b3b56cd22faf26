"""It was asked whether tokens have one axis more than indices, not how many each has. What happens if
both have one too few, or both one too many?"""

import torch


def gather_patches(tokens, indices):
    if tokens.ndim - indices.ndim != 1:
        raise ValueError("tokens need one axis more than indices")
    if tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    indices = indices.to(torch.int64)
    if ((indices < 0) | (indices >= tokens.shape[1])).any():
        raise ValueError("an index is out of range")
    return tokens[torch.arange(len(tokens)).unsqueeze(1), indices]
