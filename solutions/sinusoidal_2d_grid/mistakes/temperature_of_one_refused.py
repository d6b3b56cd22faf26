"""A temperature of 1 is refused, although the statement allows it. Which frequencies does the formula
give for it, and is there anything wrong with them?"""

import torch


def axis_table(count, frequencies):
    angles = torch.arange(count)[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=1)


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 4:
        raise ValueError("embed_dim must be divisible by 4")
    if temperature <= 1:
        raise ValueError("temperature must be greater than 1")
    pairs = embed_dim // 4
    frequencies = temperature ** (-torch.arange(pairs) / pairs)
    rows = axis_table(grid_height, frequencies).repeat_interleave(grid_width, dim=0)
    columns = axis_table(grid_width, frequencies).repeat(grid_height, 1)
    return torch.cat([rows, columns], dim=1).to(device)
