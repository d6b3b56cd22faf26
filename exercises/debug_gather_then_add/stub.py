"""Pick tokens and give them their positions, in either of two orders of work.

Both orders should give the same answer: for every index the token of that patch plus the position of that
patch. This program has one fault: with ``gather_first`` the answer is wrong. Find it and mend it.
"""

import torch


def gather(rows: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    """Take rows by index, for each batch element its own: ``[B, N, D]`` and ``[B, K]`` give ``[B, K, D]``."""
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(
    patch_tokens: torch.Tensor,
    indices: torch.Tensor,
    full_position: torch.Tensor,
    gather_first: bool,
) -> torch.Tensor:
    """Pick tokens by index, with the positions of the same patches added.

    Parameters
    ----------
    patch_tokens
        The tokens of all patches, of shape ``[B, N, D]``.
    indices
        Which patches to take, int64, of shape ``[B, K]``.
    full_position
        The positions of all patches, of shape ``[1, N, D]``; all images share them.
    gather_first
        Whether to gather and then add, or to add and then gather. The answer is the same.

    Returns
    -------
    torch.Tensor
        The selected tokens with their positions, of shape ``[B, K, D]``.
    """
    if gather_first:
        selected = gather(patch_tokens, indices)
        positions = full_position[:, : indices.shape[1]]
        return selected + positions
    placed = patch_tokens + full_position
    return gather(placed, indices)
