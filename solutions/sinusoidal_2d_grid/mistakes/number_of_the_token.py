"""One number, that of the token, is described, and not a row and a column.
Where did the second coordinate go?
"""

import torch


def axis(count, width, temperature, device):
    frequencies = temperature ** (-torch.arange(width // 2, device=device) / (width // 2))
    angles = torch.arange(count, device=device)[:, None] * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 4:
        raise ValueError("embed_dim must be divisible by 4")
    return axis(grid_height * grid_width, embed_dim, temperature, device)
