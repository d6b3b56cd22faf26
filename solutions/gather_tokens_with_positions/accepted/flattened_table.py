"""All images in one long table, looked up as an embedding; the sum is made in place in the new tensor."""

import torch
from torch.nn import functional


def gather_tokens_with_positions(patch_tokens, indices, position_embedding):
    if patch_tokens.ndim != 3:
        raise ValueError("patch_tokens")
    if indices.ndim != 2:
        raise ValueError("indices")
    (batch, patches, width), (rows, count) = patch_tokens.shape, indices.shape
    if batch != rows:
        raise ValueError("batch")
    wide = indices.to(torch.int64)
    outside = torch.logical_or(wide.lt(0), wide.ge(patches))
    if outside.sum() > 0:
        raise ValueError("range")
    starts = patches * torch.arange(batch).view(batch, 1)
    answer = functional.embedding(wide + starts, patch_tokens.reshape(-1, width))
    positions = position_embedding(indices)
    if positions.shape != (batch, count, width):
        raise ValueError("positions")
    answer += positions
    return answer
