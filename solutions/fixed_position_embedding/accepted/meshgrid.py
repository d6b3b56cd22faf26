"""Coordinates of all patches from meshgrid, the look-up by torch.nn.functional.embedding."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class FixedSinCos2DPositionEmbedding(nn.Module):
    embedding: Tensor

    def __init__(self, grid_height: int, grid_width: int, embed_dim: int, temperature: float = 10_000.0):
        super().__init__()
        if grid_height <= 0:
            raise ValueError("grid_height")
        if grid_width <= 0:
            raise ValueError("grid_width")
        if embed_dim % 4 != 0:
            raise ValueError("embed_dim")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.embed_dim = embed_dim
        self.num_positions = grid_height * grid_width
        row, column = torch.meshgrid(torch.arange(grid_height), torch.arange(grid_width), indexing="ij")
        table = torch.cat(
            [self._encode(row.reshape(-1), temperature), self._encode(column.reshape(-1), temperature)], 1
        )
        self.register_buffer("embedding", table, persistent=False)

    def _encode(self, positions: Tensor, temperature: float) -> Tensor:
        exponent = torch.arange(0, self.embed_dim, 4, dtype=torch.float32) / self.embed_dim
        angles = torch.einsum("n,k->nk", positions.float(), 1.0 / temperature**exponent)
        return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)

    def forward(self, indices: Tensor) -> Tensor:
        if indices.dim() != 2:
            raise ValueError("shape")
        if not set(indices.flatten().tolist()) <= set(range(self.num_positions)):
            raise ValueError("range")
        return F.embedding(indices.int(), self.embedding)

    def full_grid(self, batch_size: int = 1) -> Tensor:
        return torch.einsum("b,nd->bnd", self.embedding.new_ones(batch_size), self.embedding)
