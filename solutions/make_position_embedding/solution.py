"""A factory of position embeddings, and the two kinds of modules that it makes."""

from __future__ import annotations

import torch
from torch import Tensor, nn

INIT_STD = 0.02


class GridOfVectors(nn.Module):
    """What both kinds have in common: sizes, and one careful door in front of the look-up.

    Parameters
    ----------
    grid_height, grid_width
        Sides of the grid of patches. ``ValueError`` if one of them is not positive.
    embed_dim
        Width of a position vector.
    """

    def __init__(self, grid_height: int, grid_width: int, embed_dim: int) -> None:
        super().__init__()
        # Each side for itself: the product of two negative sides is positive.
        if grid_height <= 0 or grid_width <= 0:
            raise ValueError("a grid needs two positive sides")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim

    def forward(self, indices: Tensor) -> Tensor:
        """Gather rows: ``[B, K]`` becomes ``[B, K, embed_dim]``."""
        if indices.dim() != 2:
            raise ValueError("indices need the shape [B, K]")
        # Narrow types are widened first: a comparison in int8 would cut num_positions to eight bits.
        wide = indices.to(torch.int64)
        # any() of nothing is False, so K = 0 needs no case of its own (min() and max() would raise).
        if ((wide < 0) | (wide >= self.num_positions)).any():
            raise ValueError("an index names no patch")
        return self.table[wide]

    def full_grid(self, batch_size: int = 1) -> Tensor:
        """Give the whole table to every batch element."""
        return self.table.expand(batch_size, -1, -1)


class Learned2DPositionEmbedding(GridOfVectors):
    """One learned vector for each patch of a grid, in row-major order."""

    def __init__(self, grid_height: int, grid_width: int, embed_dim: int) -> None:
        super().__init__(grid_height, grid_width, embed_dim)
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        # The layer has drawn its table already, but with standard deviation 1.
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Replace the table by a fresh draw of standard deviation 0.02."""
        nn.init.trunc_normal_(self.embedding.weight, std=INIT_STD)

    @property
    def table(self) -> Tensor:
        """The parameter itself, so that an answer is never out of date and gradients reach it."""
        return self.embedding.weight


def axis_vectors(count: int, num_frequencies: int, temperature: float) -> Tensor:
    """Make the vectors of the coordinates 0 to ``count - 1``: a block of sines, then one of cosines."""
    # Of Python's floats torch makes a float32 tensor.
    frequencies = torch.tensor([temperature ** (-k / num_frequencies) for k in range(num_frequencies)])
    # Every coordinate times every frequency; whole numbers times float32 give float32.
    angles = torch.arange(count)[:, None] * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=1)


class FixedSinCos2DPositionEmbedding(GridOfVectors):
    """One computed vector for each patch of a grid, in row-major order.

    Its ``embed_dim`` must be divisible by 4 (``ValueError`` otherwise). ``temperature`` says how far the
    frequencies fall.
    """

    def __init__(
        self, grid_height: int, grid_width: int, embed_dim: int, temperature: float = 10_000.0
    ) -> None:
        super().__init__(grid_height, grid_width, embed_dim)
        if embed_dim % 4:
            raise ValueError("embed_dim must be divisible by 4")
        num_frequencies = embed_dim // 4
        # Row-major: a row of the grid stays for grid_width patches, while the columns run through.
        rows = axis_vectors(grid_height, num_frequencies, temperature).repeat_interleave(grid_width, dim=0)
        columns = axis_vectors(grid_width, num_frequencies, temperature).repeat(grid_height, 1)
        # A buffer goes where the module goes, and no optimiser sees it. It is not worth saving.
        self.register_buffer("embedding", torch.cat([rows, columns], dim=1), persistent=False)

    @property
    def table(self) -> Tensor:
        """The buffer, wherever the module was moved."""
        return self.embedding


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
