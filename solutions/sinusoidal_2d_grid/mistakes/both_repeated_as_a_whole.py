"""Rows and columns are both run through over and over.
Write down the row numbers of the six tokens of a 2 x 3 grid: how often does the row change?
"""

import torch


def axis(count, width, temperature, device):
    frequencies = temperature ** (-torch.arange(width // 2, device=device) / (width // 2))
    angles = torch.arange(count, device=device)[:, None] * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 4:
        raise ValueError("embed_dim must be divisible by 4")
    rows = axis(grid_height, embed_dim // 2, temperature, device)
    columns = axis(grid_width, embed_dim // 2, temperature, device)
    return torch.cat([rows.repeat(grid_width, 1), columns.repeat(grid_height, 1)], dim=1)
