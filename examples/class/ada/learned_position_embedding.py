import torch
from torch import nn


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        if grid_height <= 0 or grid_width <= 0:
            raise ValueError("both sides of the grid must be positive")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.embed_dim = embed_dim
        self.num_positions = grid_height * grid_width
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.trunc_normal_(self.embedding.weight, std=0.02)

    def forward(self, indices):
        if indices.dim() != 2:
            raise ValueError(f"expected indices [B, K], got {indices.dim()} axes")
        indices = indices.to(torch.int64)
        if indices.numel() > 0:
            if indices.min() < 0 or indices.max() >= self.num_positions:
                raise ValueError("index outside the grid")
        return self.embedding(indices)

    def full_grid(self, batch_size=1):
        return self.embedding.weight.unsqueeze(0).expand(batch_size, -1, -1)
