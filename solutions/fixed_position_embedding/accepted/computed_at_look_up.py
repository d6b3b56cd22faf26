"""Answers are computed from the index in double precision, in the dtype that the buffer has at the time."""

import torch
from torch import nn


class FixedSinCos2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim, temperature=10_000.0):
        super().__init__()
        if grid_height <= 0:
            raise ValueError("grid_height")
        if grid_width <= 0:
            raise ValueError("grid_width")
        if embed_dim % 4 in (1, 2, 3):
            raise ValueError("embed_dim")
        self.grid_height, self.grid_width = grid_height, grid_width
        self.num_positions, self.embed_dim = grid_height * grid_width, embed_dim
        shares = torch.linspace(0, 1, embed_dim // 4 + 1, dtype=torch.float64)[:-1]
        self.omega = torch.tensor(float(temperature), dtype=torch.float64) ** shares.neg()
        table = self.encode(torch.arange(self.num_positions)).float()
        self.register_buffer("embedding", table, persistent=False)

    def encode(self, index):
        row = torch.div(index, self.grid_width, rounding_mode="floor")[..., None] * self.omega
        column = torch.remainder(index, self.grid_width)[..., None] * self.omega
        return torch.cat((row.sin(), row.cos(), column.sin(), column.cos()), -1)

    def forward(self, indices):
        if indices.dim() != 2:
            raise ValueError("two axes")
        wide = indices.long()
        if torch.any(wide < 0) or torch.any(wide >= self.num_positions):
            raise ValueError("outside the grid")
        return self.encode(wide).to(self.embedding.dtype)

    def full_grid(self, batch_size=1):
        return self.forward(torch.arange(self.num_positions).repeat(batch_size, 1))
