"""numpy in float64 with a meshgrid of rows and columns."""

import numpy as np
import torch


def encode(positions, omega):
    angles = np.outer(positions.ravel(), omega)
    return np.hstack([np.sin(angles), np.cos(angles)])


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 4 != 0:
        raise ValueError("embed_dim must be a multiple of 4")
    omega = 1.0 / temperature ** (np.arange(embed_dim // 4, dtype=np.float64) / (embed_dim / 4.0))
    row, column = np.meshgrid(np.arange(grid_height), np.arange(grid_width), indexing="ij")
    table = np.concatenate([encode(row, omega), encode(column, omega)], axis=1)
    return torch.from_numpy(table).float().to(device or "cpu")
