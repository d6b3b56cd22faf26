"""A fixed table of positions, computed from sines and cosines."""

from __future__ import annotations

import torch
from torch import nn


class FixedSinCos2DPositionEmbedding(nn.Module):
    """One computed vector for each patch of a grid, in row-major order.

    Parameters
    ----------
    grid_height, grid_width
        Sides of the grid of patches. ``ValueError`` if one of them is not positive.
    embed_dim
        Width of a position vector: the row's half, then the column's. ``ValueError`` unless it is
        divisible by 4.
    temperature
        How far the frequencies fall.

    Attributes
    ----------
    grid_height, grid_width, embed_dim
        As given.
    num_positions
        Number of patches in the grid.
    embedding
        The table of shape ``[num_positions, embed_dim]``, a buffer that is not saved.
    """

    def __init__(
        self, grid_height: int, grid_width: int, embed_dim: int, temperature: float = 10_000.0
    ) -> None:
        super().__init__()
        raise NotImplementedError("FixedSinCos2DPositionEmbedding is still to be written")

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
        raise NotImplementedError("forward is still to be written")

    def full_grid(self, batch_size: int = 1) -> torch.Tensor:
        """Give the whole table to every batch element: ``[batch_size, num_positions, embed_dim]``."""
        raise NotImplementedError("full_grid is still to be written")
