"""An enumeration refuses unknown words by itself; coordinates of all patches from meshgrid."""

from enum import Enum

import torch
from torch import nn


class Kind(Enum):
    LEARNED = "learned"
    SINCOS = "sincos"


class PositionTable(nn.Embedding):
    def reset_parameters(self):
        nn.init.trunc_normal_(self.weight, std=0.02)


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        if not (grid_height > 0 and grid_width > 0):
            raise ValueError("no patches")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        self.reset_parameters()

    def reset_parameters(self):
        self.embedding = PositionTable(self.num_positions, self.embed_dim)

    def forward(self, indices):
        if indices.dim() != 2:
            raise ValueError("indices are [B, K]")
        wide = indices.long()
        if torch.any(wide.lt(0)) or torch.any(wide.ge(self.num_positions)):
            raise ValueError("index out of range")
        return self.embedding.weight.index_select(0, wide.reshape(-1)).reshape(*wide.shape, self.embed_dim)

    def full_grid(self, batch_size=1):
        return torch.cat([self.embedding.weight.unsqueeze(0)] * batch_size, dim=0)


class FixedSinCos2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim, temperature=1e4):
        super().__init__()
        if not (grid_height > 0 and grid_width > 0):
            raise ValueError("no patches")
        if embed_dim & 3:
            raise ValueError("a multiple of four, please")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        self.temperature = temperature
        grids = torch.meshgrid(torch.arange(grid_height), torch.arange(grid_width), indexing="ij")
        self.register_buffer(
            "embedding", torch.hstack([self._encode(grid) for grid in grids]), persistent=False
        )

    def _encode(self, positions):
        exponent = torch.arange(0, self.embed_dim, 4, dtype=torch.float32) / self.embed_dim
        angles = torch.outer(positions.reshape(-1).float(), 1.0 / self.temperature**exponent)
        return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)

    def forward(self, indices):
        if indices.dim() != 2:
            raise ValueError("indices are [B, K]")
        wide = indices.long()
        if torch.any(wide.lt(0)) or torch.any(wide.ge(self.num_positions)):
            raise ValueError("index out of range")
        return self.embedding.index_select(0, wide.reshape(-1)).reshape(*wide.shape, self.embed_dim)

    def full_grid(self, batch_size=1):
        return self.embedding.broadcast_to(batch_size, self.num_positions, self.embed_dim)


def make_position_embedding(position_embedding, grid_height, grid_width, embed_dim):
    kind = Kind(position_embedding)
    if kind is Kind.LEARNED:
        return Learned2DPositionEmbedding(grid_height, grid_width, embed_dim)
    return FixedSinCos2DPositionEmbedding(grid_height, grid_width, embed_dim)
