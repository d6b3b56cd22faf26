"""The table is on the CPU, whichever device was asked for.
Ask for another device: where is the result?
"""

import torch


def axis(count, width, temperature, device):
    frequencies = temperature ** (-torch.arange(width // 2) / (width // 2))
    angles = torch.arange(count)[:, None] * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 4:
        raise ValueError("embed_dim must be divisible by 4")
    rows = axis(grid_height, embed_dim // 2, temperature, device)
    columns = axis(grid_width, embed_dim // 2, temperature, device)
    tokens = torch.arange(grid_height * grid_width)
    return torch.cat([rows[tokens // grid_width], columns[tokens % grid_width]], dim=1)
