import torch
from torch import nn


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        if grid_height < 1 or grid_width < 1:
            raise ValueError("grid sides must be at least 1")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.embed_dim = embed_dim
        self.num_positions = grid_height * grid_width
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self):
        # cut two standard deviations out
        nn.init.trunc_normal_(self.embedding.weight, std=0.02, a=-0.04, b=0.04)

    def forward(self, indices):
        if indices.dim() != 2:
            raise ValueError("indices must be [B, K]")
        indices = indices.to(torch.long)
        if (indices < 0).any() or (indices >= self.num_positions).any():
            raise ValueError("index outside the table")
        return self.embedding(indices)

    def full_grid(self, batch_size=1):
        return self.embedding.weight.repeat(batch_size, 1, 1)
