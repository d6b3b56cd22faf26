"""A match statement with a subclass of ValueError; Python's own numbers in loops for the fixed table."""

import math

import torch
import torch.nn.functional as F
from torch import nn


class UnknownKind(ValueError):
    pass


def look_up(table, indices):
    if len(indices.shape) != 2:
        raise ValueError("wrong number of axes")
    for element in indices.tolist():
        for index in element:
            if index not in range(table.shape[0]):
                raise ValueError(index)
    return F.embedding(indices.long(), table)


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        for side in (grid_height, grid_width):
            if side <= 0:
                raise ValueError(f"a side of {side}")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.embed_dim = embed_dim
        start = torch.empty(self.num_positions, embed_dim)
        self.embedding = nn.Embedding.from_pretrained(nn.init.normal_(start, std=0.02), freeze=False)

    @property
    def num_positions(self):
        return self.grid_height * self.grid_width

    def reset_parameters(self):
        nn.init.normal_(self.embedding.weight, std=0.02)

    def forward(self, indices):
        return look_up(self.embedding.weight, indices)

    def full_grid(self, batch_size=1):
        return torch.stack([self.embedding.weight] * batch_size)


class FixedSinCos2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim, temperature=10_000.0):
        super().__init__()
        for side in (grid_height, grid_width):
            if side <= 0:
                raise ValueError(f"a side of {side}")
        if embed_dim % 4 > 0:
            raise ValueError(f"a width of {embed_dim}")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.embed_dim = embed_dim
        self.num_positions = grid_height * grid_width
        table = []
        for row in range(grid_height):
            for column in range(grid_width):
                vector = []
                for position in (row, column):
                    for function in (math.sin, math.cos):
                        for k in range(embed_dim // 4):
                            vector.append(function(position / temperature ** (4 * k / embed_dim)))
                table.append(vector)
        self.register_buffer("embedding", torch.tensor(table, dtype=torch.float32), persistent=False)

    def forward(self, indices):
        return look_up(self.embedding, indices)

    def full_grid(self, batch_size=1):
        return torch.stack([self.embedding] * batch_size)


def make_position_embedding(position_embedding, grid_height, grid_width, embed_dim):
    match position_embedding:
        case "learned":
            return Learned2DPositionEmbedding(grid_height, grid_width, embed_dim)
        case "sincos":
            return FixedSinCos2DPositionEmbedding(grid_height, grid_width, embed_dim, temperature=10_000)
        case _:
            raise UnknownKind(position_embedding)
