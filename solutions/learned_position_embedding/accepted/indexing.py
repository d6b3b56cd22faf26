"""Advanced indexing into the weight, the smallest and the largest index as Python numbers."""

import torch
from torch import nn


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        if min(grid_height, grid_width) < 1:
            raise ValueError("empty grid")
        self.grid_height, self.grid_width, self.embed_dim = grid_height, grid_width, embed_dim
        self.num_positions = grid_height * grid_width
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self):
        with torch.no_grad():
            self.embedding.weight.normal_(0.0, 0.02)

    def forward(self, indices):
        if indices.dim() != 2:
            raise ValueError("two axes, please")
        if indices.numel() and not 0 <= int(indices.min()) <= int(indices.max()) < self.num_positions:
            raise ValueError("no such patch")
        return self.embedding.weight[indices.to(torch.int64)]

    def full_grid(self, batch_size=1):
        return self.embedding.weight[None].repeat(batch_size, 1, 1)
