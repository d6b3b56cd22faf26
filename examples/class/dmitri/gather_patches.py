import torch
from torch.nn.functional import one_hot


def gather_patches(tokens, indices):
    """Selecting rows is a product with a matrix of zeros and ones."""
    if tokens.dim() != 3 or indices.dim() != 2 or len(tokens) != len(indices):
        raise ValueError("tokens [B, N, D] and indices [B, K] do not fit each other")
    n = tokens.size(1)
    indices = indices.to(torch.int64)
    if indices.numel() and (int(indices.min()) < 0 or int(indices.max()) > n - 1):
        raise ValueError("no such patch")
    picks = one_hot(indices, n).to(tokens.dtype)
    return picks @ tokens
