"""For K = 0 both kinds make an empty tensor from its shape alone, so it is float32 whatever the table is.
Which dtype should an answer have, also one without rows?
"""

import torch
from torch import nn


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        if grid_height <= 0 or grid_width <= 0:
            raise ValueError("the sides of the grid must be positive")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.trunc_normal_(self.embedding.weight, std=0.02)

    def forward(self, indices):
        if indices.dim() != 2:
            raise ValueError("indices must have the shape [B, K]")
        if indices.shape[1] == 0:
            return torch.zeros(indices.shape[0], 0, self.embed_dim)
        indices = indices.long()
        if ((indices < 0) | (indices >= self.num_positions)).any():
            raise ValueError("an index names no patch")
        return self.embedding(indices)

    def full_grid(self, batch_size=1):
        return self.embedding.weight.unsqueeze(0).expand(batch_size, -1, -1)


def axis_table(count, width, temperature):
    half = width // 2
    frequencies = temperature ** (-torch.arange(half, dtype=torch.float32) / half)
    angles = torch.arange(count, dtype=torch.float32)[:, None] * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=1)


class FixedSinCos2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim, temperature=10_000.0):
        super().__init__()
        if grid_height <= 0 or grid_width <= 0:
            raise ValueError("the sides of the grid must be positive")
        if embed_dim % 4 != 0:
            raise ValueError("embed_dim must be divisible by 4")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        rows = axis_table(grid_height, embed_dim // 2, temperature)
        columns = axis_table(grid_width, embed_dim // 2, temperature)
        table = torch.cat([rows.repeat_interleave(grid_width, dim=0), columns.repeat(grid_height, 1)], dim=1)
        self.register_buffer("embedding", table, persistent=False)

    def forward(self, indices):
        if indices.dim() != 2:
            raise ValueError("indices must have the shape [B, K]")
        if indices.shape[1] == 0:
            return torch.zeros(indices.shape[0], 0, self.embed_dim)
        indices = indices.long()
        if ((indices < 0) | (indices >= self.num_positions)).any():
            raise ValueError("an index names no patch")
        return self.embedding[indices]

    def full_grid(self, batch_size=1):
        return self.embedding.unsqueeze(0).expand(batch_size, -1, -1)


def make_position_embedding(position_embedding, grid_height, grid_width, embed_dim):
    if position_embedding == "learned":
        return Learned2DPositionEmbedding(grid_height, grid_width, embed_dim)
    if position_embedding == "sincos":
        return FixedSinCos2DPositionEmbedding(grid_height, grid_width, embed_dim)
    raise ValueError("position_embedding must be learned or sincos")
