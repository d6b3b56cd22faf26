"""A learned table of positions, one row for each patch of a grid."""

from __future__ import annotations

import torch
from torch import nn


class Learned2DPositionEmbedding(nn.Module):
    """One learned vector for each patch of a grid, in row-major order.

    Parameters
    ----------
    grid_height, grid_width
        Sides of the grid of patches. ``ValueError`` if one of them is not positive.
    embed_dim
        Width of a position vector.

    Attributes
    ----------
    grid_height, grid_width, embed_dim
        As given.
    num_positions
        Number of patches in the grid.
    embedding
        An ``nn.Embedding`` with ``num_positions`` rows; its weight is the only parameter.
    """

    def __init__(self, grid_height: int, grid_width: int, embed_dim: int) -> None:
        super().__init__()
        raise NotImplementedError("make the table and remember the sizes")

    def reset_parameters(self) -> None:
        """Replace the table by a fresh draw of standard deviation 0.02."""
        raise NotImplementedError("draw the table")

    def forward(self, indices: torch.Tensor) -> torch.Tensor:
        """Gather rows of the table.

        Parameters
        ----------
        indices
            Patch indices of shape ``[B, K]``, any signed integer dtype.

        Returns
        -------
        torch.Tensor
            Shape ``[B, K, embed_dim]``.

        Raises
        ------
        ValueError
            If ``indices`` has not two axes, or an index is below 0 or not below ``num_positions``.
        """
        raise NotImplementedError("look up the rows")

    def full_grid(self, batch_size: int = 1) -> torch.Tensor:
        """Give the whole table to every batch element: ``[batch_size, num_positions, embed_dim]``."""
        raise NotImplementedError("repeat the table for the batch")
