"""numpy in double precision, cast once at the end; rows are picked with index_select."""

import numpy as np
import torch
from torch import nn


class FixedSinCos2DPositionEmbedding(nn.Module):
    def __init__(self, grid_height, grid_width, embed_dim, temperature=10_000.0):
        super().__init__()
        if min(grid_height, grid_width) < 1:
            raise ValueError("empty grid")
        if embed_dim % 4:
            raise ValueError("embed_dim has to be a multiple of 4")
        self.grid_height, self.grid_width, self.embed_dim = grid_height, grid_width, embed_dim
        self.num_positions = grid_height * grid_width
        quarter = embed_dim // 4
        omega = np.exp(-np.log(float(temperature)) * np.arange(quarter) / quarter)
        row, column = np.divmod(np.arange(self.num_positions), grid_width)
        blocks = []
        for coordinate in (row, column):
            angles = np.outer(coordinate, omega)
            blocks += [np.sin(angles), np.cos(angles)]
        table = np.concatenate(blocks, axis=1).astype(np.float32)
        self.register_buffer("embedding", torch.from_numpy(table), persistent=False)

    def forward(self, indices):
        if indices.ndim != 2:
            raise ValueError("two axes, please")
        wide = indices.to(torch.int64)
        if wide.numel() and not 0 <= int(wide.min()) <= int(wide.max()) < self.num_positions:
            raise ValueError("no such patch")
        return self.embedding.index_select(0, wide.reshape(-1)).reshape(*wide.shape, self.embed_dim)

    def full_grid(self, batch_size=1):
        return self.embedding[None].repeat(batch_size, 1, 1)
