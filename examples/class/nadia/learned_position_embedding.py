import torch
import torch.nn as nn


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        if grid_height <= 0:
            raise ValueError("grid_height must be positive")
        if grid_width <= 0:
            raise ValueError("grid_width must be positive")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        self.embedding = nn.Embedding(self.num_positions, embed_dim)

    def reset_parameters(self):
        self.embedding.reset_parameters()

    def forward(self, indices):
        if indices.dim() != 2:
            raise ValueError("indices must be 2-D")
        indices = indices.to(torch.int64)
        if torch.any((indices < 0) | (indices >= self.num_positions)):
            raise ValueError("indices must name patches of the grid")
        return self.embedding(indices)

    def full_grid(self, batch_size=1):
        return self.embedding.weight.unsqueeze(0).repeat(batch_size, 1, 1)
