"""Python's own numbers in nested loops, a subclass of ValueError, rows copied one by one."""

import math

import torch
from torch import nn


class NoSuchPatch(ValueError):
    pass


class FixedSinCos2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim, temperature=10_000.0):
        super().__init__()
        for side in (grid_height, grid_width):
            if side <= 0:
                raise ValueError(f"a side of {side}")
        if embed_dim % 4 not in (0,):
            raise ValueError(f"a width of {embed_dim}")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.embed_dim = embed_dim
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

    @property
    def num_positions(self):
        return self.grid_height * self.grid_width

    def forward(self, indices):
        if len(indices.shape) != 2:
            raise ValueError("wrong number of axes")
        answer = self.embedding.new_empty(*indices.shape, self.embed_dim)
        for b, element in enumerate(indices.tolist()):
            for k, index in enumerate(element):
                if index not in range(self.num_positions):
                    raise NoSuchPatch(index)
                answer[b, k] = self.embedding[index]
        return answer

    def full_grid(self, batch_size=1):
        return torch.stack([self.embedding] * batch_size)
