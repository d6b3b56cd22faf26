"""The number of axes of the arguments was not looked at. What does the statement say about tokens without
a batch axis?"""

import torch


def added(selected, positions):
    if positions.shape != selected.shape:
        raise ValueError("tokens and positions differ in shape")
    return selected + positions


def gather_tokens_with_positions(patch_tokens, indices, position_embedding):
    if patch_tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    indices = indices.to(torch.int64)
    if ((indices < 0) | (indices >= patch_tokens.shape[1])).any():
        raise ValueError("an index is out of range")
    index = indices.unsqueeze(-1).expand(-1, -1, patch_tokens.shape[-1])
    return added(patch_tokens.gather(1, index), position_embedding(indices))
