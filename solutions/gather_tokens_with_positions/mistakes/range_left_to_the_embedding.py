"""Whether an index is legal was left to the position embedding, by turning its error into a ValueError.
How many positions does it know, and how many patches are there? What does it do with -1?"""

import torch


def added(selected, positions):
    if positions.shape != selected.shape:
        raise ValueError("tokens and positions differ in shape")
    return selected + positions


def gather_tokens_with_positions(patch_tokens, indices, position_embedding):
    if patch_tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("patch_tokens must be [B, N, D] and indices [B, K]")
    if patch_tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    try:
        positions = position_embedding(indices)
    except IndexError:
        raise ValueError("an index is out of range") from None
    images = torch.arange(patch_tokens.shape[0]).unsqueeze(1)
    return added(patch_tokens[images, indices.to(torch.int64)], positions)
