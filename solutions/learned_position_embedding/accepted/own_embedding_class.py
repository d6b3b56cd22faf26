"""A subclass of nn.Embedding that draws its own table; a reset makes a new one."""

import torch
from torch import nn


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

    def _check(self, indices):
        if indices.dim() != 2:
            raise ValueError("indices are [B, K]")
        wide = indices.long()
        if torch.any(wide.lt(0)) or torch.any(wide.ge(self.num_positions)):
            raise ValueError("index out of range")
        return wide

    def forward(self, indices):
        wide = self._check(indices)
        flat = self.embedding.weight.index_select(0, wide.reshape(-1))
        return flat.reshape(*wide.shape, self.embed_dim)

    def full_grid(self, batch_size=1):
        return torch.cat([self.embedding.weight.unsqueeze(0)] * batch_size, dim=0)
