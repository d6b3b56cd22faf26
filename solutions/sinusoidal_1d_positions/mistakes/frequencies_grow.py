"""The later frequencies are faster than the first.
What should a larger temperature do to the angles: make them larger or smaller?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (torch.arange(half) / half)
    angles = positions[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
