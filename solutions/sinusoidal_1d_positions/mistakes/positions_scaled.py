"""The positions are divided by how many there are.
Should the row of position 2 depend on how many other positions were asked for?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half) / half)
    angles = positions[:, None] / len(positions) * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
