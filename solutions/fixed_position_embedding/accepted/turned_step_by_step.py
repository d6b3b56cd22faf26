"""Each pair is turned on from coordinate to coordinate; a module that moves takes more digits along."""

import cmath

import torch
from torch import nn


class FixedSinCos2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim, temperature=10_000.0):
        super().__init__()
        quarter, rest = divmod(embed_dim, 4)
        if rest or any(side <= 0 for side in (grid_height, grid_width)):
            raise ValueError("sizes")
        self.grid_height, self.grid_width = grid_height, grid_width
        self.num_positions, self.embed_dim = grid_height * grid_width, embed_dim
        turns = [cmath.exp(1j * temperature ** (-k / quarter)) for k in range(quarter)]
        vectors, points = [], [1 + 0j] * quarter
        for _ in range(max(grid_height, grid_width)):
            vectors.append([point.imag for point in points] + [point.real for point in points])
            points = [point * turn for point, turn in zip(points, turns, strict=True)]
        places = [divmod(index, grid_width) for index in range(self.num_positions)]
        self.exact = torch.tensor([vectors[r] + vectors[c] for r, c in places], dtype=torch.float64)
        self.register_buffer("embedding", self.exact.float(), persistent=False)

    def _apply(self, fn, recurse=True):
        super()._apply(fn, recurse)
        if not self.embedding.is_meta:
            self.embedding = self.exact.to(self.embedding)
        return self

    def forward(self, indices):
        if indices.dim() != 2:
            raise ValueError("two axes")
        if not torch.isin(indices.long(), torch.arange(self.num_positions)).all():
            raise ValueError("outside the grid")
        return torch.vmap(lambda row: self.embedding[row])(indices.long())

    def full_grid(self, batch_size=1):
        return self.embedding.tile((batch_size, 1, 1))
