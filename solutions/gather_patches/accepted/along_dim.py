"""take_along_dim broadcasts the index over the features."""

import torch


def gather_patches(tokens, indices):
    try:
        batch, patches, _ = tokens.shape
        index_batch, _ = indices.shape
    except ValueError as error:
        raise ValueError("wrong number of axes") from error
    if batch != index_batch:
        raise ValueError("batch sizes differ")
    index = indices.type(torch.int64).clone()
    if torch.any(index < 0) or torch.any(index > patches - 1):
        raise ValueError("index out of range")
    return torch.take_along_dim(tokens, index[..., None], dim=1)
