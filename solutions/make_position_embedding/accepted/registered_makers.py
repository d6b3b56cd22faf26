"""Classes enter a table of makers by a decorator; errors are translated; sines from a helper module."""

import torch
from torch import nn

MAKERS = {}


def kind(word):
    def enter(cls):
        MAKERS[word] = cls
        return cls

    return enter


class Axis(nn.Module):
    def __init__(self, quarter, temperature):
        super().__init__()
        logs = torch.log(torch.tensor(float(temperature))) * torch.arange(quarter) / quarter
        self.register_buffer("frequencies", torch.exp(-logs), persistent=False)

    def forward(self, side):
        angles = torch.arange(side).float().view(side, 1) @ self.frequencies.view(1, -1)
        return torch.hstack([angles.sin(), angles.cos()])


@kind("learned")
class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        self.grid_height = _side(grid_height)
        self.grid_width = _side(grid_width)
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.trunc_normal_(self.embedding.weight, std=0.02)

    def forward(self, indices):
        try:
            batch, count = indices.shape
            return self.embedding(indices.long()).view(batch, count, self.embed_dim)
        except IndexError as error:
            raise ValueError("an index outside the grid") from error

    def full_grid(self, batch_size=1):
        return self(torch.arange(self.num_positions).expand(batch_size, -1))


@kind("sincos")
class FixedSinCos2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim, temperature=10_000.0):
        super().__init__()
        self.grid_height = _side(grid_height)
        self.grid_width = _side(grid_width)
        if embed_dim != 4 * (embed_dim // 4):
            raise ValueError("the width")
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        self.axis = Axis(embed_dim // 4, temperature)
        columns, rows = self.axis(grid_width), self.axis(grid_height)
        vectors = [torch.cat([row, column]) for row in rows for column in columns]
        self.register_buffer("embedding", torch.stack(vectors), persistent=False)

    def forward(self, indices):
        try:
            batch, count = indices.shape
            flat = nn.functional.embedding(indices.long().flatten(), self.embedding)
        except IndexError as error:
            raise ValueError("an index outside the grid") from error
        return flat.view(batch, count, self.embed_dim)

    def full_grid(self, batch_size=1):
        return self(torch.arange(self.num_positions).expand(batch_size, -1))


def _side(side):
    if side < 1:
        raise ValueError("a side must be at least 1")
    return side


def make_position_embedding(position_embedding, *sizes, **named_sizes):
    try:
        maker = MAKERS[position_embedding]
    except KeyError:
        raise ValueError(f"no kind of that name: {position_embedding}") from None
    return maker(*sizes, **named_sizes)
