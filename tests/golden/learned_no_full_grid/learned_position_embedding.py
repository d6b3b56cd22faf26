import torch
import torch.nn as nn


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        if min(grid_height, grid_width) < 1:
            raise ValueError("the grid needs at least one patch")
        self.grid_height, self.grid_width, self.embed_dim = grid_height, grid_width, embed_dim
        self.num_positions = grid_height * grid_width
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self):
        with torch.no_grad():
            nn.init.trunc_normal_(self.embedding.weight, std=0.02)

    def forward(self, indices):
        if indices.ndim != 2:
            raise ValueError("[B, K] is needed")
        indices = indices.to(torch.int64)
        if bool(((indices < 0) | (indices >= self.num_positions)).any()):
            raise ValueError("no such patch")
        return self.embedding(indices)
