"""The fixed kind is derived from the learned one and takes its layer away; makers in a list of pairs."""

import torch
import torch.nn.functional as F
from torch import nn


class Learned2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        if grid_height <= 0 or grid_width <= 0:
            raise ValueError("positive sides only")
        self.grid_height = grid_height
        self.grid_width = grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    @property
    def table(self):
        return self.embedding.weight

    def reset_parameters(self):
        share = torch.rand_like(self.embedding.weight, dtype=torch.float64).clamp(1e-12, 1 - 1e-12)
        with torch.no_grad():
            self.embedding.weight.copy_(torch.special.ndtri(share) * 0.02)

    def forward(self, indices):
        if indices.dim() != 2:
            raise ValueError("shape")
        if not set(indices.flatten().tolist()) <= set(range(self.num_positions)):
            raise ValueError("range")
        return F.one_hot(indices.long(), self.num_positions).to(self.table.dtype) @ self.table

    def full_grid(self, batch_size=1):
        return torch.einsum("b,nd->bnd", self.table.new_ones(batch_size), self.table)


class FixedSinCos2DPositionEmbedding(Learned2DPositionEmbedding):
    def __init__(self, grid_height, grid_width, embed_dim, temperature=10_000.0):
        super().__init__(grid_height, grid_width, embed_dim)
        if embed_dim % 4:
            raise ValueError("four equal parts")
        del self.embedding
        half = embed_dim // 2
        table = torch.zeros(grid_height, grid_width, embed_dim)
        for k in range(half // 2):
            for start, angles in [
                (0, torch.arange(grid_height)[:, None] * temperature ** (-2 * k / half)),
                (half, torch.arange(grid_width)[None, :] * temperature ** (-2 * k / half)),
            ]:
                table[..., start + k] = torch.sin(angles)
                table[..., start + half // 2 + k] = torch.cos(angles)
        self.register_buffer("embedding", table.reshape(-1, embed_dim), persistent=False)

    @property
    def table(self):
        return self.embedding


def make_position_embedding(position_embedding, grid_height, grid_width, embed_dim):
    makers = [
        ("learned", lambda: Learned2DPositionEmbedding(grid_height, grid_width, embed_dim)),
        ("sincos", lambda: FixedSinCos2DPositionEmbedding(grid_height, grid_width, embed_dim)),
    ]
    for word, maker in makers:
        if word == position_embedding:
            return maker()
    raise ValueError(position_embedding)
