"""Gather tokens together with their positions. Fill in the function below; helpers are welcome."""

from collections.abc import Callable

import torch


def gather_tokens_with_positions(
    patch_tokens: torch.Tensor,
    indices: torch.Tensor,
    position_embedding: Callable[[torch.Tensor], torch.Tensor],
) -> torch.Tensor:
    """Pick tokens by index, for each image its own, and add the positions of the same patches.

    Parameters
    ----------
    patch_tokens
        The tokens of all patches, floating point, of shape ``[B, N, D]``.
    indices
        Which patches to take, of any signed integer dtype, of shape ``[B, K]``.
    position_embedding
        Gives positions of shape ``[B, K, D]`` for indices of shape ``[B, K]``. It may only be called.

    Returns
    -------
    torch.Tensor
        Tokens plus positions, of shape ``[B, K, D]`` and of the dtype of ``patch_tokens``.

    Raises
    ------
    ValueError
        If ``patch_tokens`` is not 3-D, ``indices`` is not 2-D, the batch sizes differ, an index is below 0
        or not below N, or the positions differ in shape from the gathered tokens.
    """
    raise NotImplementedError("gather_tokens_with_positions is still to be written")
