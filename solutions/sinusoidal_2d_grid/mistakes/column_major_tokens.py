"""The tokens are listed column by column.
Which neighbour of token 0 is token 1: the one to the right, or the one below?
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
    row, column = torch.meshgrid(
        torch.arange(grid_height, device=device), torch.arange(grid_width, device=device), indexing="xy"
    )
    return torch.cat([rows[row.flatten()], columns[column.flatten()]], dim=1)
