"""torch.vmap over the batch axis."""

import torch


def gather_patches(tokens, indices):
    if (tokens.ndim, indices.ndim) != (3, 2) or tokens.shape[0] != indices.shape[0]:
        raise ValueError("shapes do not fit")
    index = indices.to(dtype=torch.int64)
    if index.numel() and not (0 <= int(index.amin()) and int(index.amax()) < tokens.shape[1]):
        raise ValueError("index out of range")
    return torch.vmap(lambda image, wanted: image[wanted])(tokens, index)
