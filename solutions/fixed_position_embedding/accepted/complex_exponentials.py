"""Sines and cosines are the two parts of a complex exponential; the look-up is torch.gather."""

import torch
from torch import nn


class FixedSinCos2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim, temperature=10_000.0):
        super().__init__()
        if not (grid_height > 0 and grid_width > 0):
            raise ValueError("no patches")
        quarter, rest = divmod(embed_dim, 4)
        if rest:
            raise ValueError("no whole number of frequencies")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        self.register_buffer("embedding", torch.empty(grid_height, grid_width, embed_dim), persistent=False)
        steps = torch.arange(quarter, dtype=torch.float64) / quarter
        omega = torch.tensor(float(temperature), dtype=torch.float64) ** -steps
        for start, side, shape in [
            (0, grid_height, (-1, 1, quarter)),
            (2 * quarter, grid_width, (1, -1, quarter)),
        ]:
            angles = torch.outer(torch.arange(side, dtype=torch.float64), omega)
            wave = torch.polar(torch.ones_like(angles), angles).reshape(shape)
            self.embedding[..., start : start + quarter] = wave.imag
            self.embedding[..., start + quarter : start + 2 * quarter] = wave.real
        self.embedding = self.embedding.flatten(0, 1)

    def forward(self, indices):
        if indices.ndim != 2:
            raise ValueError("indices need two axes")
        wide = indices.to(torch.long)
        if not torch.all((wide >= 0) & (wide < self.num_positions)):
            raise ValueError("no patch of that number")
        index = wide.unsqueeze(-1).expand(-1, -1, self.embed_dim)
        return torch.gather(self.full_grid(wide.shape[0]), 1, index)

    def full_grid(self, batch_size=1):
        return self.embedding.broadcast_to(batch_size, self.num_positions, self.embed_dim)
