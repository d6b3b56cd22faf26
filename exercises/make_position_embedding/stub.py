"""A function that chooses between two modules by name. Both classes may be pasted from earlier exercises."""

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
        raise NotImplementedError("Learned2DPositionEmbedding is still to be written")

    def reset_parameters(self) -> None:
        """Replace the table by a fresh draw of standard deviation 0.02."""
        raise NotImplementedError("reset_parameters is still to be written")

    def forward(self, indices: torch.Tensor) -> torch.Tensor:
        """Gather the rows that ``indices`` of shape ``[B, K]`` name: ``[B, K, embed_dim]``.

        ``ValueError`` if it has not two axes, or an index is below 0 or not below ``num_positions``.
        """
        raise NotImplementedError("the look-up is still to be written")

    def full_grid(self, batch_size: int = 1) -> torch.Tensor:
        """Give the whole table to every batch element: ``[batch_size, num_positions, embed_dim]``."""
        raise NotImplementedError("full_grid is still to be written")


class FixedSinCos2DPositionEmbedding(nn.Module):
    """One computed vector for each patch of a grid, in row-major order.

    Parameters
    ----------
    grid_height, grid_width
        Sides of the grid of patches. ``ValueError`` if one of them is not positive.
    embed_dim
        Width of a position vector. ``ValueError`` unless it is divisible by 4.
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
        """Gather the rows that ``indices`` of shape ``[B, K]`` name: ``[B, K, embed_dim]``.

        ``ValueError`` if it has not two axes, or an index is below 0 or not below ``num_positions``.
        """
        raise NotImplementedError("the look-up is still to be written")

    def full_grid(self, batch_size: int = 1) -> torch.Tensor:
        """Give the whole table to every batch element: ``[batch_size, num_positions, embed_dim]``."""
        raise NotImplementedError("full_grid is still to be written")


def make_position_embedding(
    position_embedding: str, grid_height: int, grid_width: int, embed_dim: int
) -> nn.Module:
    """Make a new module of the kind that is named.

    Parameters
    ----------
    position_embedding
        ``"learned"`` or ``"sincos"``, letter by letter.
    grid_height, grid_width
        Sides of the grid of patches.
    embed_dim
        Width of a position vector.

    Returns
    -------
    nn.Module
        A new ``Learned2DPositionEmbedding`` or ``FixedSinCos2DPositionEmbedding``.

    Raises
    ------
    ValueError
        For any other word, and for sizes that the module of that kind refuses.
    """
    raise NotImplementedError("make_position_embedding is still to be written")
