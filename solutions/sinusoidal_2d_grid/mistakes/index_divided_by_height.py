"""Row and column of a token are found with the height of the grid.
How many tokens are there before the first one of row 1?
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
    row = (tokens // grid_height).clamp(max=grid_height - 1)
    column = (tokens % grid_height).clamp(max=grid_width - 1)
    return torch.cat([rows[row], columns[column]], dim=1)
