"""Widths that are even but not divisible by 4 are refused.
How many frequencies does a width of 6 have?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 4:
        raise ValueError("dim must be divisible by 4")
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half) / half)
    angles = positions[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
