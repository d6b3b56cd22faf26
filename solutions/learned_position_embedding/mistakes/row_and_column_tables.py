"""Rows and columns of the grid have a table each, and a patch gets the sum of two entries.
How many vectors should a grid of H x W patches learn?
"""

from torch import nn


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        if grid_height <= 0 or grid_width <= 0:
            raise ValueError("the sides of the grid must be positive")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        self.row_embedding = nn.Embedding(grid_height, embed_dim)
        self.embedding = nn.Embedding(grid_width, embed_dim)
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.trunc_normal_(self.row_embedding.weight, std=0.02)
        nn.init.trunc_normal_(self.embedding.weight, std=0.02)

    def forward(self, indices):
        if indices.ndim != 2:
            raise ValueError("indices must have the shape [B, K]")
        indices = indices.long()
        if ((indices < 0) | (indices >= self.num_positions)).any():
            raise ValueError("an index names no patch")
        return self.row_embedding(indices // self.grid_width) + self.embedding(indices % self.grid_width)

    def full_grid(self, batch_size=1):
        table = self.row_embedding.weight[:, None] + self.embedding.weight[None]
        return table.reshape(1, self.num_positions, self.embed_dim).expand(batch_size, -1, -1)
