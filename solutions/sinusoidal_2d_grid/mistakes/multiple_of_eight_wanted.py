"""Widths such as 4 and 12 are refused.
How many frequencies has an axis for these widths, and is that not allowed?
"""

import torch


def axis(count, width, temperature, device):
    frequencies = temperature ** (-torch.arange(width // 2, device=device) / (width // 2))
    angles = torch.arange(count, device=device)[:, None] * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 8:
        raise ValueError("embed_dim must be divisible by 8")
    rows = axis(grid_height, embed_dim // 2, temperature, device)
    columns = axis(grid_width, embed_dim // 2, temperature, device)
    tokens = torch.arange(grid_height * grid_width, device=device)
    return torch.cat([rows[tokens // grid_width], columns[tokens % grid_width]], dim=1)
