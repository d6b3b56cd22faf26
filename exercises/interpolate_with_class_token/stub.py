"""Resize a table of positions that begins with a class token."""

from __future__ import annotations

import torch


def interpolate_with_class_token(
    position_embedding: torch.Tensor, old_grid_size: tuple[int, int], new_grid_size: tuple[int, int]
) -> torch.Tensor:
    """Resize the positions of the patches bicubically and keep the one of the class token.

    Parameters
    ----------
    position_embedding
        Table of shape ``[1, 1 + N_old, D]``: the class token's row, then one row per patch, row-major.
    old_grid_size
        ``(height, width)`` of the old grid.
    new_grid_size
        ``(height, width)`` of the new grid.

    Returns
    -------
    torch.Tensor
        Table of shape ``[1, 1 + N_new, D]``, class token first, patches row-major, of the same dtype.

    Raises
    ------
    ValueError
        If the table has not one row for the class token and one for each patch of the old grid.
    """
    raise NotImplementedError("interpolate_with_class_token is still to be written")
