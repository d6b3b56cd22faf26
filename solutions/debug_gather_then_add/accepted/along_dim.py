"""take_along_dim broadcasts the batch of one by itself."""

import torch


def select_tokens(patch_tokens, indices, full_position, gather_first):
    index = indices.unsqueeze(-1)
    if gather_first:
        return torch.take_along_dim(patch_tokens, index, 1) + torch.take_along_dim(full_position, index, 1)
    return torch.take_along_dim(patch_tokens + full_position, index, 1)
