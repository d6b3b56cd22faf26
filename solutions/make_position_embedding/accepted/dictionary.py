"""A dictionary of classes, one base class for both kinds, numpy in double precision for the fixed table."""

import numpy as np
import torch
from torch import nn


class GridOfVectors(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__()
        if min(grid_height, grid_width) < 1:
            raise ValueError("empty grid")
        self.grid_height, self.grid_width, self.embed_dim = grid_height, grid_width, embed_dim
        self.num_positions = grid_height * grid_width

    def table(self):
        raise NotImplementedError

    def forward(self, indices):
        if indices.ndim != 2:
            raise ValueError("two axes, please")
        wide = indices.to(torch.int64)
        if wide.numel() and not 0 <= int(wide.min()) <= int(wide.max()) < self.num_positions:
            raise ValueError("no such patch")
        return self.table()[wide]

    def full_grid(self, batch_size=1):
        return self.table()[None].repeat(batch_size, 1, 1)


class Learned2DPositionEmbedding(GridOfVectors):
    def __init__(self, grid_height, grid_width, embed_dim):
        super().__init__(grid_height, grid_width, embed_dim)
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self):
        with torch.no_grad():
            self.embedding.weight.normal_(0.0, 0.02)

    def table(self):
        return self.embedding.weight


class FixedSinCos2DPositionEmbedding(GridOfVectors):
    def __init__(self, grid_height, grid_width, embed_dim, temperature=10_000.0):
        super().__init__(grid_height, grid_width, embed_dim)
        if embed_dim % 4:
            raise ValueError("embed_dim has to be a multiple of 4")
        quarter = embed_dim // 4
        omega = np.exp(-np.log(float(temperature)) * np.arange(quarter) / quarter)
        blocks = []
        for coordinate in np.divmod(np.arange(self.num_positions), grid_width):
            angles = np.outer(coordinate, omega)
            blocks += [np.sin(angles), np.cos(angles)]
        values = torch.from_numpy(np.concatenate(blocks, axis=1).astype(np.float32))
        self.register_buffer("embedding", values, persistent=False)

    def table(self):
        return self.embedding


KINDS = {"learned": Learned2DPositionEmbedding, "sincos": FixedSinCos2DPositionEmbedding}


def make_position_embedding(position_embedding, grid_height, grid_width, embed_dim):
    if position_embedding not in KINDS:
        raise ValueError(f"unknown kind {position_embedding!r}, not among {sorted(KINDS)}")
    return KINDS[position_embedding](grid_height, grid_width, embed_dim)
