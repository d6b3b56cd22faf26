"""The layer's own error is translated; the full grid is a look-up of all indices."""

import torch
from torch import nn


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        if grid_height <= 0 or grid_width <= 0:
            raise ValueError("positive sides only")
        super().__init__()
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        start = torch.empty(self.num_positions, embed_dim)
        self.embedding = nn.Embedding.from_pretrained(nn.init.trunc_normal_(start, std=0.02), freeze=False)

    def reset_parameters(self):
        nn.init.normal_(self.embedding.weight, mean=0.0, std=0.02)

    def forward(self, indices):
        try:
            batch, count = indices.shape
            return self.embedding(indices.long()).view(batch, count, self.embed_dim)
        except IndexError as error:
            raise ValueError("an index outside the grid") from error

    def full_grid(self, batch_size=1):
        return self(torch.arange(self.num_positions).expand(batch_size, -1))
