"""A learned table of positions: an ``nn.Embedding`` with a careful door in front of it."""

from __future__ import annotations

import torch
from torch import Tensor, nn

INIT_STD = 0.02


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
        # Each side for itself: the product of two negative sides is positive.
        if grid_height <= 0 or grid_width <= 0:
            raise ValueError(f"a grid needs positive sides, got {grid_height} x {grid_width}")
        # Plain numbers: torch neither trains nor saves them.
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        # The table is the one thing that is learned. nn.Embedding fills it with a normal of standard
        # deviation 1, so it is drawn again at once.
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Replace the table by a fresh draw of standard deviation 0.02."""
        # The default cut-offs -2 and 2 are values, not multiples of std: 100 standard deviations out.
        nn.init.trunc_normal_(self.embedding.weight, std=INIT_STD)

    def forward(self, indices: Tensor) -> Tensor:
        """Gather rows of the table.

        Parameters
        ----------
        indices
            Patch indices of shape ``[B, K]``, any signed integer dtype.

        Returns
        -------
        Tensor
            Shape ``[B, K, embed_dim]``.

        Raises
        ------
        ValueError
            If ``indices`` has not two axes, or an index is below 0 or not below ``num_positions``.
        """
        if indices.dim() != 2:
            raise ValueError(f"indices must be [B, K], got {indices.dim()} axes")
        # The layer takes int32 and int64 only, so the narrow types are widened before anything else.
        indices = indices.to(torch.int64)
        outside = (indices < 0) | (indices >= self.num_positions)
        # any() of nothing is False, so K = 0 needs no case of its own (min() and max() would raise).
        if outside.any():
            raise ValueError(f"indices must lie between 0 and {self.num_positions - 1}")
        return self.embedding(indices)

    def full_grid(self, batch_size: int = 1) -> Tensor:
        """Give the whole table to every batch element: ``[batch_size, num_positions, embed_dim]``."""
        # A view of the parameter itself: always up to date, and gradients of the batch add up in it.
        return self.embedding.weight.expand(batch_size, -1, -1)
