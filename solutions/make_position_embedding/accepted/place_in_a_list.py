"""The place of the word in a list, which refuses unknown words; complex exponentials, torch.gather."""

import torch
from torch import nn

WORDS = ["learned", "sincos"]


def gather_rows(grid, indices):
    wide = indices.to(torch.long)
    if not torch.all((wide >= 0) & (wide < grid.shape[1])):
        raise ValueError("no patch of that number")
    return torch.gather(grid, 1, wide.unsqueeze(-1).expand(-1, -1, grid.shape[2]))


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        if grid_height <= 0:
            raise ValueError("grid_height")
        if grid_width <= 0:
            raise ValueError("grid_width")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self):
        self.embedding.weight.data = 0.02 * torch.randn_like(self.embedding.weight)

    def forward(self, indices):
        if indices.dim() != 2:
            raise ValueError("indices need two axes")
        return gather_rows(self.full_grid(indices.shape[0]), indices)

    def full_grid(self, batch_size=1):
        weight = self.embedding.weight
        return weight.new_ones(batch_size, 1, 1) * weight


class FixedSinCos2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim, temperature=10_000.0):
        super().__init__()
        if grid_height <= 0:
            raise ValueError("grid_height")
        if grid_width <= 0:
            raise ValueError("grid_width")
        quarter, rest = divmod(embed_dim, 4)
        if rest:
            raise ValueError("no whole number of frequencies")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        table = torch.empty(grid_height, grid_width, embed_dim)
        steps = torch.arange(quarter, dtype=torch.float64) / quarter
        omega = torch.tensor(float(temperature), dtype=torch.float64) ** -steps
        for start, side, shape in [
            (0, grid_height, (-1, 1, quarter)),
            (2 * quarter, grid_width, (1, -1, quarter)),
        ]:
            angles = torch.outer(torch.arange(side, dtype=torch.float64), omega)
            wave = torch.polar(torch.ones_like(angles), angles).reshape(shape)
            table[..., start : start + quarter] = wave.imag
            table[..., start + quarter : start + 2 * quarter] = wave.real
        self.register_buffer("embedding", table.flatten(0, 1), persistent=False)

    def forward(self, indices):
        if indices.dim() != 2:
            raise ValueError("indices need two axes")
        return gather_rows(self.full_grid(indices.shape[0]), indices)

    def full_grid(self, batch_size=1):
        return self.embedding.expand(batch_size, -1, -1)


def make_position_embedding(position_embedding, grid_height, grid_width, embed_dim):
    place = WORDS.index(position_embedding)
    classes = [Learned2DPositionEmbedding, FixedSinCos2DPositionEmbedding]
    return classes[place](grid_height=grid_height, grid_width=grid_width, embed_dim=embed_dim)
