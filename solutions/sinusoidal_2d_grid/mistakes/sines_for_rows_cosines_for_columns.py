"""The rows have sines only and the columns cosines only.
How many numbers of the half of a row are sines in the worked example?
"""

import torch


def angles_of(count, width, temperature, device):
    frequencies = temperature ** (-torch.arange(width, device=device) / width)
    return torch.arange(count, device=device)[:, None] * frequencies


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 4:
        raise ValueError("embed_dim must be divisible by 4")
    rows = angles_of(grid_height, embed_dim // 2, temperature, device).sin()
    columns = angles_of(grid_width, embed_dim // 2, temperature, device).cos()
    tokens = torch.arange(grid_height * grid_width, device=device)
    return torch.cat([rows[tokens // grid_width], columns[tokens % grid_width]], dim=1)
