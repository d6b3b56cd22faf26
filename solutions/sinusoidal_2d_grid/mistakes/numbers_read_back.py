"""A number is read out of a tensor, which the meta device does not allow.
Which of your steps need a tensor, and which are plain arithmetic on Python's ints?
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
    table = torch.empty(grid_height * grid_width, embed_dim, device=device)
    for token in torch.arange(grid_height * grid_width, device=device):
        row, column = divmod(token.item(), grid_width)
        table[row * grid_width + column] = torch.cat([rows[row], columns[column]])
    return table
