"""The result is float64, whatever the positions are.
Which dtype should come back for float32 and for integer positions?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half, dtype=torch.float64) / half)
    angles = positions.double()[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
