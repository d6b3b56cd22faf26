"""A fixed table of positions: computed once, kept in a buffer that moves but is not saved."""

from __future__ import annotations

import torch
from torch import Tensor, nn


def axis_vectors(count: int, num_frequencies: int, temperature: float) -> Tensor:
    """Make the vectors of the coordinates 0 to ``count - 1`` along one axis.

    Parameters
    ----------
    count
        Number of coordinates.
    num_frequencies
        Number of frequencies; each gives a sine and a cosine.
    temperature
        How far the frequencies fall: from 1 towards, but not quite to, ``1 / temperature``.

    Returns
    -------
    Tensor
        Shape ``[count, 2 * num_frequencies]``, float32: a block of sines, then a block of cosines.
    """
    # The exponents are fractions of the number of frequencies, so they begin at 0 and end before -1.
    # Of Python's floats torch makes a float32 tensor.
    frequencies = torch.tensor([temperature ** (-k / num_frequencies) for k in range(num_frequencies)])
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
        # Each side for itself: the product of two negative sides is positive.
        if grid_height <= 0 or grid_width <= 0:
            raise ValueError(f"a grid needs positive sides, got {grid_height} x {grid_width}")
        # Two halves, each of sines and cosines.
        if embed_dim % 4:
            raise ValueError(f"embed_dim must be divisible by 4, got {embed_dim}")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        num_frequencies = embed_dim // 4
        rows = axis_vectors(grid_height, num_frequencies, temperature)
        columns = axis_vectors(grid_width, num_frequencies, temperature)
        # Row-major: a row of the grid stays for grid_width patches, while the columns run through.
        row_of_patch = rows.repeat_interleave(grid_width, dim=0)
        column_of_patch = columns.repeat(grid_height, 1)
        table = torch.cat([row_of_patch, column_of_patch], dim=1)
        # A buffer goes where the module goes, and no optimiser sees it. It can be computed again from
        # the sizes, so saving it would only tie a saved model to one size of grid.
        self.register_buffer("embedding", table, persistent=False)

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
        # Narrow types are widened first: a comparison in int8 would cut num_positions to eight bits.
        indices = indices.to(torch.int64)
        outside = (indices < 0) | (indices >= self.num_positions)
        # any() of nothing is False, so K = 0 needs no case of its own (min() and max() would raise).
        if outside.any():
            raise ValueError(f"every index must be at least 0 and below {self.num_positions}")
        return self.embedding[indices]

    def full_grid(self, batch_size: int = 1) -> Tensor:
        """Give the whole table to every batch element: ``[batch_size, num_positions, embed_dim]``."""
        return self.embedding.expand(batch_size, -1, -1)
