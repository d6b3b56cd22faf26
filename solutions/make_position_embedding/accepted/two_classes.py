"""Two classes that have nothing in common but two helpers."""

from __future__ import annotations

import torch
from torch import Tensor, nn

INIT_STD = 0.02


def require_sides(grid_height: int, grid_width: int) -> None:
    """Raise ``ValueError`` unless both sides of a grid are positive."""
    # Each side for itself: the product of two negative sides is positive.
    if grid_height <= 0 or grid_width <= 0:
        raise ValueError("a grid needs two positive sides")


def checked_indices(indices: Tensor, num_positions: int) -> Tensor:
    """Give the indices as int64, or raise ``ValueError``; one door for both kinds."""
    if indices.dim() != 2:
        raise ValueError("indices need the shape [B, K]")
    # Narrow types are widened first: a comparison in int8 would cut num_positions to eight bits.
    wide = indices.to(torch.int64)
    # any() of nothing is False, so K = 0 needs no case of its own (min() and max() would raise).
    if ((wide < 0) | (wide >= num_positions)).any():
        raise ValueError("an index names no patch")
    return wide


class Learned2DPositionEmbedding(nn.Module):
    """One learned vector for each patch of a grid, in row-major order.

    Parameters
    ----------
    grid_height, grid_width
        Sides of the grid of patches. ``ValueError`` if one of them is not positive.
    embed_dim
        Width of a position vector.
    """

    def __init__(self, grid_height: int, grid_width: int, embed_dim: int) -> None:
        super().__init__()
        require_sides(grid_height, grid_width)
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        # The layer has drawn its table already, but with standard deviation 1.
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Replace the table by a fresh draw of standard deviation 0.02."""
        nn.init.trunc_normal_(self.embedding.weight, std=INIT_STD)

    def forward(self, indices: Tensor) -> Tensor:
        """Gather rows: ``[B, K]`` becomes ``[B, K, embed_dim]``."""
        return self.embedding(checked_indices(indices, self.num_positions))

    def full_grid(self, batch_size: int = 1) -> Tensor:
        """Give the whole table to every batch element."""
        return self.embedding.weight.expand(batch_size, -1, -1)


def axis_vectors(count: int, num_frequencies: int, temperature: float) -> Tensor:
    """Make the vectors of the coordinates 0 to ``count - 1``: a block of sines, then one of cosines."""
    frequencies = temperature ** (-torch.arange(num_frequencies, dtype=torch.float32) / num_frequencies)
    # Every coordinate times every frequency; whole numbers times float32 give float32.
    angles = torch.arange(count)[:, None] * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=1)


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
    """

    def __init__(
        self, grid_height: int, grid_width: int, embed_dim: int, temperature: float = 10_000.0
    ) -> None:
        super().__init__()
        require_sides(grid_height, grid_width)
        if embed_dim % 4 != 0:
            raise ValueError("embed_dim must be divisible by 4")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        num_frequencies = embed_dim // 4
        # Row-major: a row of the grid stays for grid_width patches, while the columns run through.
        rows = axis_vectors(grid_height, num_frequencies, temperature).repeat_interleave(grid_width, dim=0)
        columns = axis_vectors(grid_width, num_frequencies, temperature).repeat(grid_height, 1)
        # A buffer goes where the module goes, and no optimiser sees it. It is not worth saving.
        self.register_buffer("embedding", torch.cat([rows, columns], dim=1), persistent=False)

    def forward(self, indices: Tensor) -> Tensor:
        """Gather rows: ``[B, K]`` becomes ``[B, K, embed_dim]``."""
        return self.embedding[checked_indices(indices, self.num_positions)]

    def full_grid(self, batch_size: int = 1) -> Tensor:
        """Give the whole table to every batch element."""
        return self.embedding.expand(batch_size, -1, -1)


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
    # Only the module that was asked for is built: the other one might refuse the sizes.
    if position_embedding == "learned":
        return Learned2DPositionEmbedding(grid_height, grid_width, embed_dim)
    if position_embedding == "sincos":
        return FixedSinCos2DPositionEmbedding(grid_height, grid_width, embed_dim)
    # No guess and no default: a misspelt word would quietly become another experiment.
    raise ValueError(f"position_embedding must be 'learned' or 'sincos', not {position_embedding!r}")
