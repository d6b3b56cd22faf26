"""A table is kept for the next call, and the device is not among the things by which it is looked up.
On what does the result depend besides the sizes and the temperature?
"""

import torch

TABLES = {}


def axis(count, width, temperature, device):
    frequencies = temperature ** (-torch.arange(width // 2, device=device) / (width // 2))
    angles = torch.arange(count, device=device)[:, None] * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 4:
        raise ValueError("embed_dim must be divisible by 4")
    key = (grid_height, grid_width, embed_dim, temperature)
    if key in TABLES:
        return TABLES[key]
    rows = axis(grid_height, embed_dim // 2, temperature, device)
    columns = axis(grid_width, embed_dim // 2, temperature, device)
    tokens = torch.arange(grid_height * grid_width, device=device)
    TABLES[key] = torch.cat([rows[tokens // grid_width], columns[tokens % grid_width]], dim=1)
    return TABLES[key]
