"""Pairs of indices, one for the image and one for the patch."""

import torch


def gather_tokens_with_positions(patch_tokens, indices, position_embedding):
    if patch_tokens.dim() != 3 or indices.dim() != 2 or len(patch_tokens) != len(indices):
        raise ValueError("shapes do not fit")
    numbers = indices.long()
    if not torch.all((numbers >= 0) & (numbers < patch_tokens.size(1))):
        raise ValueError("no such patch")
    chosen = patch_tokens[torch.arange(len(numbers))[:, None], numbers]
    where = position_embedding(numbers)
    if tuple(where.shape) != tuple(chosen.shape):
        raise ValueError("positions of another shape")
    return where + chosen
