"""Positions for all patches first, then the selection."""

import torch


def gather_tokens_with_positions(patch_tokens, indices, position_embedding):
    if patch_tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("wrong ranks")
    batch, patches, _ = patch_tokens.shape
    if indices.shape[0] != batch:
        raise ValueError("batch sizes differ")
    index = indices.to(torch.int64)
    if bool((index < 0).any() or (index > patches - 1).any()):
        raise ValueError("index out of range")
    positions = position_embedding(torch.arange(patches).repeat(batch, 1))
    if positions.shape != patch_tokens.shape:
        raise ValueError("positions of another shape")
    return torch.take_along_dim(patch_tokens + positions, index[..., None], dim=1)
