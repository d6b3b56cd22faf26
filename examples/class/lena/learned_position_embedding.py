import torch
from torch import nn


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        if grid_height <= 0 or grid_width <= 0:
            raise ValueError("grid_height and grid_width must be positive")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.embed_dim = embed_dim
        self.num_positions = grid_height * grid_width
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self):
        self.embedding.weight.data.normal_(std=0.02).clamp_(-2, 2)

    def forward(self, indices):
        # nn.Embedding complains by itself if an index is too large
        return self.embedding(indices.long())

    def full_grid(self, batch_size=1):
        return torch.stack([self.embedding.weight] * batch_size)


if __name__ == "__main__":
    side = int(input("side of the grid? "))
    module = Learned2DPositionEmbedding(side, side, 8)
    print(module.full_grid().shape)
