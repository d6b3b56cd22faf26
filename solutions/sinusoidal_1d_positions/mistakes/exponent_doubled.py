"""The frequencies fall too fast: each step of the exponent is twice as long as it should be.
What is the second frequency of the worked example?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-2 * torch.arange(half) / half)
    angles = positions[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
