"""A wrong index ends in an exception of another type, raised by the module itself or by the layer in it.
Which type does the statement name?
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
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.trunc_normal_(self.embedding.weight, std=0.02)

    def forward(self, indices):
        if indices.ndim != 2:
            raise ValueError("indices must have the shape [B, K]")
        indices = indices.long()
        return self.embedding(indices)

    def full_grid(self, batch_size=1):
        return self.embedding.weight.unsqueeze(0).expand(batch_size, -1, -1)
