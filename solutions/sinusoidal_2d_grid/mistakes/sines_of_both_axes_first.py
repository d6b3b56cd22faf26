"""The sines of both axes stand in front of the cosines of both.
Is each half of a vector complete on its own?
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
    tokens = torch.arange(grid_height * grid_width, device=device)
    row_sines, row_cosines = rows[tokens // grid_width].chunk(2, dim=1)
    column_sines, column_cosines = columns[tokens % grid_width].chunk(2, dim=1)
    return torch.cat([row_sines, column_sines, row_cosines, column_cosines], dim=1)
