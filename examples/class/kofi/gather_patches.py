"""Gather patches by index. Fill in the function below; helpers of your own are welcome."""

import torch


def gather_patches(tokens: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    """Pick patches by index, for each image its own.

    Parameters
    ----------
    tokens
        The patch tokens, floating point, of shape ``[B, N, D]``.
    indices
        Which patches to take, of any signed integer dtype, of shape ``[B, K]``.

    Returns
    -------
    torch.Tensor
        The tokens at these indices, of shape ``[B, K, D]`` and of the dtype of ``tokens``.

    Raises
    ------
    ValueError
        If ``tokens`` is not 3-D, ``indices`` is not 2-D, the batch sizes differ, or an index is below 0 or
        not below N.
    """
    raise NotImplementedError("gather_patches is still to be written")
