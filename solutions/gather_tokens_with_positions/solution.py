"""Gather tokens together with their positions, for each image of a batch its own."""

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
    # Everything that can be refused without the embedding is refused first. The embedding is no help here:
    # it may know more positions than this image has patches, and may count negative ones from the end.
    if patch_tokens.ndim != 3:
        raise ValueError(f"patch_tokens must have shape [B, N, D], got {list(patch_tokens.shape)}")
    if indices.ndim != 2:
        raise ValueError(f"indices must have shape [B, K], got {list(indices.shape)}")
    if patch_tokens.shape[0] != indices.shape[0]:
        raise ValueError(f"{patch_tokens.shape[0]} images of tokens, but {indices.shape[0]} rows of indices")
    patches = patch_tokens.shape[1]
    wide = indices.to(torch.int64)
    if ((wide < 0) | (wide >= patches)).any():
        raise ValueError(f"indices must lie between 0 and {patches - 1}")

    # What is in the patches: one index per number that gather returns, so [B, K] -> [B, K, 1] -> [B, K, D].
    selected = patch_tokens.gather(1, wide.unsqueeze(-1).expand(-1, -1, patch_tokens.shape[2]))
    # Where they lay: the very same indices, because a patch keeps its position wherever it stands in the
    # shorter sequence.
    positions = position_embedding(wide)
    # The sum below would broadcast a width of 1 or a missing batch axis without a word.
    if positions.shape != selected.shape:
        raise ValueError(f"tokens of shape {list(selected.shape)}, positions of {list(positions.shape)}")
    return selected + positions
