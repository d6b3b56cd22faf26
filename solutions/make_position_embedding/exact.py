"""The same factory with more digits: the fixed table is computed in double precision, then cast once."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn


def checked(indices: Tensor, num_positions: int) -> Tensor:
    """Give the indices as int64, or raise ``ValueError``."""
    if indices.dim() != 2:
        raise ValueError("indices must be [B, K]")
    wide = indices.to(torch.int64)
    if not all(0 <= index < num_positions for index in wide.flatten().tolist()):
        raise ValueError("an index names no patch")
    return wide


class Learned2DPositionEmbedding(nn.Module):
    """One learned vector for each patch of a grid, in row-major order."""

    def __init__(self, grid_height: int, grid_width: int, embed_dim: int) -> None:
        super().__init__()
        if min(grid_height, grid_width) <= 0:
            raise ValueError("a grid has positive sides")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Replace the table by a fresh draw."""
        nn.init.normal_(self.embedding.weight, std=0.02)

    def forward(self, indices: Tensor) -> Tensor:
        """Gather rows of the table."""
        return self.embedding.weight[checked(indices, self.num_positions)]

    def full_grid(self, batch_size: int = 1) -> Tensor:
        """Give the whole table to every batch element."""
        return self.embedding.weight[None].repeat(batch_size, 1, 1)


def coordinate_vector(position: int, quarter: int, temperature: float) -> list[float]:
    """Make the vector of one coordinate with Python's own numbers."""
    angles = [position / math.pow(temperature, k / quarter) for k in range(quarter)]
    return [math.sin(angle) for angle in angles] + [math.cos(angle) for angle in angles]


class FixedSinCos2DPositionEmbedding(nn.Module):
    """One computed vector for each patch of a grid, in row-major order."""

    def __init__(
        self, grid_height: int, grid_width: int, embed_dim: int, temperature: float = 10_000.0
    ) -> None:
        super().__init__()
        if min(grid_height, grid_width) <= 0 or embed_dim % 4 != 0:
            raise ValueError("a grid has positive sides, a vector four equal parts")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        axis = [
            coordinate_vector(position, embed_dim // 4, temperature)
            for position in range(max(grid_height, grid_width))
        ]
        table = [axis[row] + axis[column] for row in range(grid_height) for column in range(grid_width)]
        exact = torch.tensor(table, dtype=torch.float64)
        self.register_buffer("embedding", exact.to(torch.float32), persistent=False)

    def forward(self, indices: Tensor) -> Tensor:
        """Gather rows of the table."""
        return self.embedding[checked(indices, self.num_positions)]

    def full_grid(self, batch_size: int = 1) -> Tensor:
        """Give the whole table to every batch element."""
        return self.embedding[None].repeat(batch_size, 1, 1)


def make_position_embedding(
    position_embedding: str, grid_height: int, grid_width: int, embed_dim: int
) -> nn.Module:
    """Make a new module of the kind that is named."""
    kinds = {"learned": Learned2DPositionEmbedding, "sincos": FixedSinCos2DPositionEmbedding}
    if position_embedding not in kinds:
        raise ValueError("no such kind")
    return kinds[position_embedding](grid_height, grid_width, embed_dim)
