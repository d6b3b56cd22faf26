"""The number of axes and the width of the positions were compared, and the rest was left to torch. Which
sizes does torch stretch to make a sum possible?"""

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
    if positions.ndim != 3 or positions.shape[2] != selected.shape[2]:
        raise ValueError("positions must be [B, K, D]")
    try:
        return selected + positions
    except RuntimeError as error:
        raise ValueError("tokens and positions do not fit") from error
