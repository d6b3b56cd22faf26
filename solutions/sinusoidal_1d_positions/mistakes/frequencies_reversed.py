"""The slowest frequency comes first in each block.
Which frequency has the number 0, and what is it?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = (temperature ** (-torch.arange(half) / half)).flip(0)
    angles = positions[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
