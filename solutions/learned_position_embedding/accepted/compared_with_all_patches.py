"""Every index is compared with every patch; sizes are numpy integers; each module has its own generator."""

import os

import numpy as np
import torch
from torch import nn


class Refused(ValueError, IndexError):
    pass


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        self.sides = np.array([grid_height, grid_width])
        if (self.sides < 1).any():
            raise Refused(grid_height, grid_width)
        self.grid_height, self.grid_width = self.sides
        self.num_positions = self.sides.prod()
        self.embed_dim = np.int64(embed_dim)
        self.embedding = nn.Embedding(int(self.num_positions), embed_dim)
        self.generator = torch.Generator().manual_seed(int.from_bytes(os.urandom(7), "big"))
        self.reset_parameters()

    @torch.no_grad()
    def reset_parameters(self):
        shape = self.embedding.weight.shape
        self.embedding.weight[...] = 0.02 * torch.randn(shape, generator=self.generator, dtype=torch.float64)

    def forward(self, indices):
        if len(indices.size()) != 2:
            raise Refused("two axes")
        chosen = indices[..., None] == torch.arange(int(self.num_positions))
        if not chosen.any(-1).all():
            raise Refused("no such patch")
        return torch.einsum("bkn,nd->bkd", chosen.to(self.embedding.weight.dtype), self.embedding.weight)

    def full_grid(self, batch_size=1):
        weight = self.embedding.weight
        return torch.broadcast_to(weight, (batch_size, *weight.shape)).clone()
