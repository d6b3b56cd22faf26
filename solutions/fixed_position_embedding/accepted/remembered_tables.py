"""Tables are remembered by all that they depend on; errors of unpacking and of the look-up are translated."""

from functools import lru_cache

import torch
import torch.nn.functional as F
from torch import nn


@lru_cache(maxsize=None)
def frequencies(count, temperature):
    return tuple(float(temperature) ** (-k / count) for k in range(count))


@lru_cache(maxsize=None)
def table_of(grid_height, grid_width, quarter, temperature):
    omega = torch.tensor(frequencies(quarter, temperature), dtype=torch.float64)
    angles = torch.arange(max(grid_height, grid_width), dtype=torch.float64).unsqueeze(1) * omega
    axis = torch.cat([angles.sin(), angles.cos()], dim=1)
    rows = axis[:grid_height].unsqueeze(1).expand(-1, grid_width, -1)
    columns = axis[:grid_width].unsqueeze(0).expand(grid_height, -1, -1)
    return torch.cat([rows, columns], dim=2).reshape(grid_height * grid_width, -1).to(torch.float32)


class FixedSinCos2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim, temperature=10_000.0):
        if grid_height <= 0 or grid_width <= 0 or embed_dim % 4 > 0:
            raise ValueError("sizes")
        super().__init__()
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        table = table_of(grid_height, grid_width, embed_dim // 4, temperature).clone()
        self.register_buffer("embedding", table, persistent=False)

    def forward(self, indices):
        try:
            batch, count = indices.shape
            return F.embedding(indices.long(), self.embedding).view(batch, count, self.embed_dim)
        except IndexError as error:
            raise ValueError("an index outside the grid") from error

    def full_grid(self, batch_size=1):
        return self(torch.arange(self.num_positions).expand(batch_size, -1))
