"""The cosines stand in front of the sines.
What is the first number of the row of position 0 in the sample?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half) / half)
    angles = positions[:, None] * frequencies
    return torch.cat([torch.cos(angles), torch.sin(angles)], dim=-1)
