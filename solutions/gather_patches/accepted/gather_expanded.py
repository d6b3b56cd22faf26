"""torch.gather on an expanded index."""

import torch


def gather_patches(tokens, indices):
    if tokens.dim() != 3:
        raise ValueError("tokens must be 3-D")
    if indices.dim() != 2:
        raise ValueError("indices must be 2-D")
    if tokens.size(0) != indices.size(0):
        raise ValueError("batch sizes differ")
    if indices.numel() > 0 and (indices.min().item() < 0 or indices.max().item() >= tokens.size(1)):
        raise ValueError("index out of range")
    return torch.gather(tokens, 1, indices.long()[:, :, None].repeat(1, 1, tokens.size(2)))
