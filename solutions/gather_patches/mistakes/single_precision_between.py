"""The answer has the right dtype, but on the way the numbers went through single precision. Does a
number in double precision survive that?"""

import torch


def validated(tokens, indices):
    if tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("tokens must be [B, N, D] and indices [B, K]")
    if tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    indices = indices.to(torch.int64)
    if ((indices < 0) | (indices >= tokens.shape[1])).any():
        raise ValueError("an index is out of range")
    return indices


def gather_patches(tokens, indices):
    indices = validated(tokens, indices)
    rows = torch.stack([image[row] for image, row in zip(tokens.float(), indices, strict=True)])
    return rows.to(tokens.dtype)
