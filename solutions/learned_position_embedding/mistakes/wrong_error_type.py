"""The checks are there, but they raise an AssertionError.
Which type of exception does the statement name?
"""

from torch import nn


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        assert min(grid_height, grid_width) > 0, "the sides of the grid must be positive"
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.trunc_normal_(self.embedding.weight, std=0.02)

    def forward(self, indices):
        assert indices.ndim == 2, "indices must have the shape [B, K]"
        indices = indices.long()
        assert not ((indices < 0) | (indices >= self.num_positions)).any(), "an index names no patch"
        return self.embedding(indices)

    def full_grid(self, batch_size=1):
        return self.embedding.weight.unsqueeze(0).expand(batch_size, -1, -1)
