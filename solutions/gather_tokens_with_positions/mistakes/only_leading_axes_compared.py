"""It was asked whether there is a position for every token, but not whether it is as wide as the token.
What does torch do with a width of 1?"""

import torch


def validated(patch_tokens, indices):
    if patch_tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("patch_tokens must be [B, N, D] and indices [B, K]")
    if patch_tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    indices = indices.to(torch.int64)
    if ((indices < 0) | (indices >= patch_tokens.shape[1])).any():
        raise ValueError("an index is out of range")
    return indices


def gathered(patch_tokens, indices):
    return patch_tokens.gather(1, indices.unsqueeze(-1).expand(-1, -1, patch_tokens.shape[2]))


def gather_tokens_with_positions(patch_tokens, indices, position_embedding):
    indices = validated(patch_tokens, indices)
    selected = gathered(patch_tokens, indices)
    positions = position_embedding(indices)
    if positions.shape[:-1] != selected.shape[:-1]:
        raise ValueError("not one position for each token")
    return selected + positions
