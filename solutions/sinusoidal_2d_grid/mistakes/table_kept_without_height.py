"""Tables are kept for later calls, and one that is asked for again with another height has too few or too
many rows. What tells two tables apart?"""

import torch

kept = {}


def axis_table(count, frequencies):
    angles = torch.arange(count)[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=1)


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 4:
        raise ValueError("embed_dim must be divisible by 4")
    key = (grid_width, embed_dim, temperature)
    if key not in kept:
        pairs = embed_dim // 4
        frequencies = temperature ** (-torch.arange(pairs) / pairs)
        rows = axis_table(grid_height, frequencies).repeat_interleave(grid_width, dim=0)
        columns = axis_table(grid_width, frequencies).repeat(grid_height, 1)
        kept[key] = torch.cat([rows, columns], dim=1)
    return kept[key].to(device, copy=True)
