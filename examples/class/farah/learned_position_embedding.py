import torch
import torch.nn as nn


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        if grid_height <= 0 or grid_width <= 0:
            raise ValueError("empty grid")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.trunc_normal_(self.embedding.weight, std=0.02)

    def forward(self, indices):
        if indices.dim() != 2 or (indices < 0).any() or (indices >= self.num_positions).any():
            raise ValueError("bad indices")
        return self.embedding(indices.long())

    def full_grid(self, batch_size=1):
        return self.embedding.weight.expand(batch_size, -1, -1)
