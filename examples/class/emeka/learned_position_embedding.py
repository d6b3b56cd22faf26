import torch
import torch.nn as nn


class Learned2DPositionEmbedding(nn.Module):
    STD = 0.02

    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        for side in (grid_height, grid_width):
            if side <= 0:
                raise ValueError("a grid needs at least one row and one column")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.embed_dim = embed_dim
        self.embedding = nn.Embedding(grid_height * grid_width, embed_dim)
        nn.init.normal_(self.embedding.weight, 0.0, self.STD)

    @property
    def num_positions(self):
        return self.embedding.num_embeddings

    def reset_parameters(self):
        nn.init.normal_(self.embedding.weight, 0.0, self.STD)

    def forward(self, indices):
        if indices.ndim != 2:
            raise ValueError("indices [B, K] expected")
        flat = indices.long().reshape(-1)
        if torch.any(flat < 0) or torch.any(flat >= self.num_positions):
            raise ValueError("index out of range")
        rows = self.embedding.weight.index_select(0, flat)
        return rows.reshape(*indices.shape, self.embed_dim)

    def full_grid(self, batch_size=1):
        return self.embedding.weight[None].repeat(batch_size, 1, 1)
