"""Gather patches by index, for each image of a batch its own."""

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
    # Ranks first: only then do the three sizes below have a meaning.
    if tokens.ndim != 3:
        raise ValueError(f"tokens must have shape [B, N, D], got {list(tokens.shape)}")
    if indices.ndim != 2:
        raise ValueError(f"indices must have shape [B, K], got {list(indices.shape)}")
    batch, patches, features = tokens.shape
    # torch.gather would accept fewer rows of indices than images, so this has to be asked explicitly.
    if indices.shape[0] != batch:
        raise ValueError(f"{batch} images of tokens, but {indices.shape[0]} rows of indices")

    # Widen before anything else is done with the numbers: not every operation takes every integer dtype, and
    # a number of patches may be too large for a narrow one. This makes a new tensor or, for int64, none; it
    # never writes into the caller's.
    wide = indices.to(torch.int64)
    # any() of nothing is False, whereas min() and max() of nothing raise: K = 0 needs no case of its own.
    if ((wide < 0) | (wide >= patches)).any():
        raise ValueError(f"indices must lie between 0 and {patches - 1}")

    # gather returns one number per index, so a patch's index is needed once per feature:
    # [B, K] -> [B, K, 1] -> [B, K, D]. The expanded view repeats without copying. Going backwards, gather
    # adds into the rows it has read, which is just what repeated indices need.
    return tokens.gather(1, wide.unsqueeze(-1).expand(-1, -1, features))
