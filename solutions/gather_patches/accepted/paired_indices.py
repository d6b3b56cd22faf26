"""Advanced indexing with a partner that names the image; an error type of its own."""

import torch


class SelectionError(ValueError):
    """The indices do not fit the tokens."""


def gather_patches(tokens, indices):
    if tokens.ndim != 3 or indices.ndim != 2 or len(tokens) != len(indices):
        raise SelectionError
    b, n, _ = tokens.shape
    i = indices.to(torch.long)
    if not torch.all((i >= 0) & (i < n)):
        raise SelectionError(f"not below {n}")
    return tokens[torch.arange(b)[:, None], i]
