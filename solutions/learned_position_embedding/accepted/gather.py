"""torch.gather on the full grid; the draw is made by hand from uniform numbers (Box and Muller)."""

import math

import torch
from torch import nn


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        self.grid_height = self._side(grid_height)
        self.grid_width = self._side(grid_width)
        self.num_positions = self.grid_height * self.grid_width
        self.embed_dim = embed_dim
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    @staticmethod
    def _side(side):
        if side < 1:
            raise ValueError("a side must be at least 1")
        return side

    @torch.no_grad()
    def reset_parameters(self):
        weight = self.embedding.weight
        radius = (-2.0 * torch.log(1.0 - torch.rand(weight.shape, dtype=torch.float64))).sqrt()
        angle = 2.0 * math.pi * torch.rand(weight.shape, dtype=torch.float64)
        weight.copy_(0.02 * radius * torch.cos(angle))

    def forward(self, indices):
        if indices.ndim != 2:
            raise ValueError("indices need two axes")
        wide = indices.to(torch.long)
        if not torch.all((wide >= 0) & (wide < self.num_positions)):
            raise ValueError("no patch of that number")
        index = wide.unsqueeze(-1).expand(-1, -1, self.embed_dim)
        return torch.gather(self.full_grid(wide.shape[0]), 1, index)

    def full_grid(self, batch_size=1):
        ones = torch.ones(batch_size, 1, 1, dtype=self.embedding.weight.dtype)
        return ones * self.embedding.weight
