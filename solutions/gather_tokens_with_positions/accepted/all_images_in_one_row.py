"""The position embedding is asked once, with the indices of all images in one long row."""

import torch


def gather_tokens_with_positions(patch_tokens, indices, position_embedding):
    if patch_tokens.dim() != 3 or indices.dim() != 2:
        raise ValueError("patch_tokens must have three axes, indices two")
    (batch, patches, width), (rows, count) = patch_tokens.shape, indices.shape
    if batch != rows:
        raise ValueError("one row of indices for each image")
    wide = indices.long()
    if not torch.equal(wide, wide.clamp(0, patches - 1)):
        raise ValueError("there is no such patch")
    positions = position_embedding(wide.reshape(1, -1))
    if positions.shape != (1, batch * count, width):
        raise ValueError("one position for each index, as wide as the tokens")
    places = wide + torch.arange(0, batch * patches, patches)[:, None]
    tokens = patch_tokens.reshape(batch * patches, width)[places.reshape(-1)]
    return (tokens + positions.squeeze(0)).unflatten(0, (batch, count))
