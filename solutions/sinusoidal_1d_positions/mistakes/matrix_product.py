"""A matrix product of the positions and the frequencies is asked for, and it refuses two different dtypes.
Of which dtypes may the positions be, and of which are your frequencies?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half) / half)
    angles = positions.unsqueeze(1) @ frequencies.unsqueeze(0)
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
