"""Pick tokens and give them their positions, in either of two orders of work."""

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
        # This was the fault: the first K rows of the table, whatever had been selected. Place k holds patch
        # indices[b, k], so the table goes through the same selection as the tokens. Unlike an addition, a
        # gather does not stretch a batch of one, so the table is stretched here; that copies nothing.
        positions = gather(full_position.expand_as(patch_tokens), indices)
        return selected + positions
    # Here positions are added while patch n still stands in place n, so row n of the table is the right one.
    placed = patch_tokens + full_position
    return gather(placed, indices)
