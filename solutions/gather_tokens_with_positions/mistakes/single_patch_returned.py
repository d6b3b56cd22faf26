"""Images of a single patch were not gathered, since there is nothing to choose from. How often may that one
patch be asked for?"""

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


def added(selected, positions):
    if positions.shape != selected.shape:
        raise ValueError("tokens and positions differ in shape")
    return selected + positions


def gather_tokens_with_positions(patch_tokens, indices, position_embedding):
    indices = validated(patch_tokens, indices)
    if patch_tokens.shape[1] == 1:
        return added(patch_tokens, position_embedding(torch.zeros(len(patch_tokens), 1, dtype=torch.int64)))
    return added(gathered(patch_tokens, indices), position_embedding(indices))
