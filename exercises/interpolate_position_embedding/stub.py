"""Resize a table of patch positions to another grid."""

from __future__ import annotations

import torch


def interpolate_position_embedding(
    pos_embedding: torch.Tensor, old_grid_size: tuple[int, int], new_grid_size: tuple[int, int]
) -> torch.Tensor:
    """Resize a table of positions bicubically.

    Parameters
    ----------
    pos_embedding
        Table of shape ``[N_old, D]``, one row per patch of the old grid, row-major.
    old_grid_size
        ``(height, width)`` of the old grid.
    new_grid_size
        ``(height, width)`` of the new grid.

    Returns
    -------
    torch.Tensor
        Table of shape ``[N_new, D]``, row-major, of the same dtype.

    Raises
    ------
    ValueError
        If the table has not one row for each patch of the old grid.
    """
    raise NotImplementedError("resize the table")
