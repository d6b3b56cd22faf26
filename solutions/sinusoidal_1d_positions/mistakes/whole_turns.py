"""The angles are multiplied by two pi, as if a frequency counted turns.
What is the first sine of position 1 in the sample?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half) / half)
    angles = 2 * torch.pi * positions[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
