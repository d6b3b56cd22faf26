"""The columns have the frequencies of the temperature that is used when none is given.
Do both axes use the same frequencies in the statement?
"""

import torch


def axis(count, width, device, temperature=10_000.0):
    frequencies = temperature ** (-torch.arange(width // 2, device=device) / (width // 2))
    angles = torch.arange(count, device=device)[:, None] * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 4:
        raise ValueError("embed_dim must be divisible by 4")
    rows = axis(grid_height, embed_dim // 2, device, temperature)
    columns = axis(grid_width, embed_dim // 2, device)
    tokens = torch.arange(grid_height * grid_width, device=device)
    return torch.cat([rows[tokens // grid_width], columns[tokens % grid_width]], dim=1)
