"""The index is taken apart into row and column; the full grid is one strided view."""

import torch
from torch import nn


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        if min(grid_height, grid_width) <= 0:
            raise ValueError("no patches")
        self.grid_height, self.grid_width = grid_height, grid_width
        self.num_positions, self.embed_dim = grid_height * grid_width, embed_dim
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self):
        with torch.no_grad():
            for row in self.embedding.weight:
                nn.init.trunc_normal_(row, std=2e-2)

    def forward(self, indices):
        if indices.dim() != 2:
            raise ValueError("two axes")
        wide = indices.long()
        row, column = torch.div(wide, self.grid_width, rounding_mode="floor"), wide % self.grid_width
        if ((row < 0) | (row >= self.grid_height)).any():
            raise ValueError("outside the grid")
        return self.embedding.weight.view(self.grid_height, self.grid_width, -1)[row, column]

    def full_grid(self, batch_size=1):
        weight = self.embedding.weight
        return weight.as_strided((batch_size, *weight.shape), (0, *weight.stride()))
