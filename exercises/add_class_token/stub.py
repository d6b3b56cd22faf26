"""A class token in front of the patches. Fill in the function below; helpers of your own are welcome."""

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
    raise NotImplementedError("add_class_token is still to be written")
