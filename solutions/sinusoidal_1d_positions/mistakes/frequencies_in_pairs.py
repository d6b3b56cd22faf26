"""The frequencies come in equal pairs, as they would if sine and cosine took turns.
How many different frequencies does the block of sines hold?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-2 * (torch.arange(dim) // 2) / dim)
    angles = positions[:, None] * frequencies
    return torch.cat([torch.sin(angles[:, :half]), torch.cos(angles[:, half:])], dim=-1)
