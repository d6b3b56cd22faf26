"""Only the indices of the first image were compared with the number of patches. Which of the others could be
out of range?"""

import torch


def gathered(patch_tokens, indices):
    return patch_tokens.gather(1, indices.unsqueeze(-1).expand(-1, -1, patch_tokens.shape[2]))


def added(selected, positions):
    if positions.shape != selected.shape:
        raise ValueError("tokens and positions differ in shape")
    return selected + positions


def gather_tokens_with_positions(patch_tokens, indices, position_embedding):
    if patch_tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("patch_tokens must be [B, N, D] and indices [B, K]")
    if patch_tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    indices = indices.to(torch.int64)
    if any(number < 0 or number >= patch_tokens.shape[1] for number in indices[0].tolist()):
        raise ValueError("an index is out of range")
    return added(gathered(patch_tokens, indices), position_embedding(indices))
