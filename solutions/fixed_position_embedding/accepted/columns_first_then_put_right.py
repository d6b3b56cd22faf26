"""The table is made column by column, with the column's half first, and both are put right at the end."""

import torch
from torch import nn


class FixedSinCos2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim, temperature=1e4):
        super().__init__()
        if grid_height <= 0 or grid_width <= 0:
            raise ValueError("positive sides only")
        if embed_dim & 3:
            raise ValueError("a multiple of four, please")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        half = embed_dim // 2
        columns = self._axis(grid_width, half, temperature).repeat_interleave(grid_height, dim=0)
        rows = self._axis(grid_height, half, temperature).tile(grid_width, 1)
        table = torch.cat([columns, rows], dim=1).unflatten(0, (grid_width, grid_height)).transpose(0, 1)
        table = torch.roll(table.reshape(-1, embed_dim), shifts=half, dims=1)
        self.register_buffer("embedding", table, persistent=False)

    @staticmethod
    def _axis(side, width, temperature):
        table = torch.zeros(side, width)
        pairs = width // 2
        for k in range(pairs):
            angles = torch.arange(side) * temperature ** (-2 * k / width)
            table[:, k] = torch.sin(angles)
            table[:, pairs + k] = torch.cos(angles)
        return table

    def forward(self, indices):
        if indices.dim() != 2:
            raise ValueError("indices are [B, K]")
        flat = [int(index) for index in indices.flatten()]
        if any(index < 0 or index >= self.num_positions for index in flat):
            raise ValueError("an index names no patch")
        rows = self.embedding[torch.tensor(flat, dtype=torch.int64)]
        return rows.reshape(indices.shape[0], indices.shape[1], self.embed_dim)

    def full_grid(self, batch_size=1):
        return self.embedding.reshape(1, self.num_positions, -1).expand(batch_size, -1, -1).contiguous()
