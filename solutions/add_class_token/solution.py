"""A class token in front of the patches, and a position for every token of the longer sequence."""

import torch


def add_class_token(
    patch_tokens: torch.Tensor, class_token: torch.Tensor, position_embedding: torch.Tensor
) -> torch.Tensor:
    """Put the class token first and add positions to all tokens.

    Parameters
    ----------
    patch_tokens
        The patches of a batch of images, of shape ``[B, N, D]``.
    class_token
        The one vector that stands in front of every image's patches, of shape ``[1, 1, D]``.
    position_embedding
        One row for the class token and one for each patch, in this order, of shape ``[1, N + 1, D]``.

    Returns
    -------
    torch.Tensor
        Shape ``[B, N + 1, D]``.

    Raises
    ------
    ValueError
        If ``class_token`` or ``position_embedding`` has another width than the patches, or if
        ``position_embedding`` does not have one row more than there are patches.
    """
    images, patches, width = patch_tokens.shape
    # A width of 1 would broadcast: one number would quietly stand for all D of them.
    if class_token.shape[2] != width:
        raise ValueError(f"patches of width {width}, but a class token of width {class_token.shape[2]}")
    if position_embedding.shape[2] != width:
        raise ValueError(f"patches of width {width}, but positions of width {position_embedding.shape[2]}")
    # A single row would broadcast as well, over all tokens. The class token has a position of its own.
    if position_embedding.shape[1] != patches + 1:
        raise ValueError(f"{patches} patches and a class token, but {position_embedding.shape[1]} positions")

    # One vector, seen once per image: expand makes no copies, and going backwards the gradients of all images
    # add up in the one class token.
    first = class_token.expand(images, 1, width)
    # Join before adding, and row 0 of the positions meets the class token, row i + 1 meets patch i.
    return torch.cat([first, patch_tokens], dim=1) + position_embedding
