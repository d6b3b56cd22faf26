"""Every position is taken to be one more than it is.
What does the row of position 0 look like in the sample?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half) / half)
    angles = (positions[:, None] + 1) * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
