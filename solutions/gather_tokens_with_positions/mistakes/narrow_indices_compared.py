"""Good indices were refused: an index of a narrow dtype was compared with the number of patches before it
was widened. Does every number of patches fit into such a dtype?"""

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
    if torch.any(indices < 0) or torch.any(indices >= patch_tokens.shape[1]):
        raise ValueError("an index is out of range")
    return added(gathered(patch_tokens, indices.long()), position_embedding(indices))
