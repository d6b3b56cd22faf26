"""A helper module for one axis, whose frequencies are one more buffer that is not saved; one-hot products."""

import torch
import torch.nn.functional as F
from torch import nn


class AxisEncoding(nn.Module):
    def __init__(self, quarter, temperature):
        super().__init__()
        logs = torch.log(torch.tensor(float(temperature))) * torch.arange(quarter) / quarter
        self.register_buffer("frequencies", torch.exp(-logs), persistent=False)

    def forward(self, side):
        angles = torch.arange(side).float().view(side, 1) @ self.frequencies.view(1, -1)
        return torch.hstack([angles.sin(), angles.cos()])


class FixedSinCos2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim, temperature=10_000.0):
        super().__init__()
        self.grid_height = self._side(grid_height)
        self.grid_width = self._side(grid_width)
        if embed_dim != 4 * (embed_dim // 4):
            raise ValueError("the width")
        self.embed_dim = embed_dim
        self.num_positions = grid_height * grid_width
        self.temperature = temperature
        self.axis = AxisEncoding(embed_dim // 4, temperature)
        columns, rows = self.axis(grid_width), self.axis(grid_height)
        vectors = [torch.cat([row, column]) for row in rows for column in columns]
        self.register_buffer("embedding", torch.stack(vectors), persistent=False)

    @staticmethod
    def _side(side):
        if side < 1:
            raise ValueError("a side must be at least 1")
        return side

    def _check(self, indices):
        if indices.dim() != 2:
            raise ValueError("indices are [B, K]")
        wide = indices.long()
        if torch.any(wide.lt(0)) or torch.any(wide.ge(self.num_positions)):
            raise ValueError("index out of range")
        return wide

    def forward(self, indices):
        one_hot = F.one_hot(self._check(indices), self.num_positions)
        return one_hot.to(self.embedding.dtype) @ self.embedding

    def full_grid(self, batch_size=1):
        return torch.cat([self.embedding.unsqueeze(0)] * batch_size, dim=0)
