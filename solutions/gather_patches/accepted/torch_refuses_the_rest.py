"""Negative indices are refused by hand; an IndexError of torch becomes a ValueError."""

import torch


class NoSuchPatch(ValueError):
    """An index that belongs to no patch."""


def gather_patches(tokens, indices):
    images, _, _ = tokens.shape
    rows, _ = indices.shape
    if images != rows:
        raise ValueError("one row of indices for each image")
    wide = indices.long()
    if wide.lt(0).any():
        raise NoSuchPatch("negative")
    try:
        return tokens[torch.arange(images).view(-1, 1), wide]
    except IndexError as error:
        raise NoSuchPatch("too large") from error
