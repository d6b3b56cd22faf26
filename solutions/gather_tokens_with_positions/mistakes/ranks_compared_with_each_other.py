"""It was asked whether tokens have one axis more than indices, not how many each has. What happens if both
have one too few, or both one too many?"""

import torch


def added(selected, positions):
    if positions.shape != selected.shape:
        raise ValueError("tokens and positions differ in shape")
    return selected + positions


def gather_tokens_with_positions(patch_tokens, indices, position_embedding):
    if patch_tokens.ndim - indices.ndim != 1:
        raise ValueError("tokens need one axis more than indices")
    if patch_tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    indices = indices.to(torch.int64)
    if ((indices < 0) | (indices >= patch_tokens.shape[1])).any():
        raise ValueError("an index is out of range")
    selected = patch_tokens[torch.arange(len(indices)).unsqueeze(1), indices]
    return added(selected, position_embedding(indices))
