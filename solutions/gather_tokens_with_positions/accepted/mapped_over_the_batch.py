"""torch.vmap over the batch axis, and the checks in a helper."""

import torch


def require(condition, text):
    if not condition:
        raise ValueError(text)


def gather_tokens_with_positions(patch_tokens, indices, position_embedding):
    require(patch_tokens.ndim == 3, "tokens need three axes")
    require(indices.ndim == 2, "indices need two axes")
    require(patch_tokens.shape[0] == indices.shape[0], "batch sizes differ")
    index = indices.type(torch.long)
    if index.numel() > 0:
        require(int(index.amin()) >= 0, "negative index")
        require(int(index.amax()) < patch_tokens.shape[1], "index too large")
    positions = position_embedding(indices)
    require(positions.shape == (*index.shape, patch_tokens.shape[2]), "positions of another shape")
    return torch.vmap(lambda image, wanted, where: image[wanted] + where)(patch_tokens, index, positions)
