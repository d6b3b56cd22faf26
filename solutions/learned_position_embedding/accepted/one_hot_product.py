"""A product with one-hot rows; the draw comes from numpy."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class NoSuchPatch(ValueError):
    pass


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        for side in (grid_height, grid_width):
            if side <= 0:
                raise ValueError(f"a side of {side}")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.embed_dim = embed_dim
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    @property
    def num_positions(self):
        return self.grid_height * self.grid_width

    def reset_parameters(self):
        draw = np.random.default_rng().normal(0.0, 0.02, (self.num_positions, self.embed_dim))
        with torch.no_grad():
            self.embedding.weight.copy_(torch.from_numpy(draw))

    def forward(self, indices):
        if len(indices.shape) != 2:
            raise ValueError("wrong number of axes")
        for row in indices.tolist():
            for index in row:
                if index not in range(self.num_positions):
                    raise NoSuchPatch(index)
        weight = self.embedding.weight
        return F.one_hot(indices.long(), self.num_positions).to(weight.dtype) @ weight

    def full_grid(self, batch_size=1):
        return torch.stack([self.embedding.weight] * batch_size)
