"""The numbers are computed in half precision and only converted at the end, and their last digits are lost.
How many digits does that dtype keep?
"""

import torch


def axis_table(count, frequencies):
    angles = (torch.arange(count)[:, None] * frequencies).half()
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=1)


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 4:
        raise ValueError("embed_dim must be divisible by 4")
    pairs = embed_dim // 4
    frequencies = temperature ** (-torch.arange(pairs) / pairs)
    rows = axis_table(grid_height, frequencies).repeat_interleave(grid_width, dim=0)
    columns = axis_table(grid_width, frequencies).repeat(grid_height, 1)
    return torch.cat([rows, columns], dim=1).float().to(device)
