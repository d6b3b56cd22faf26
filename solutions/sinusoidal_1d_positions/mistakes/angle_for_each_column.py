"""Every column has a frequency of its own, the cosines slower ones than the sines.
Which angle belongs to a cosine, if you know that of its sine?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-torch.arange(dim) / half)
    angles = positions[:, None] * frequencies
    return torch.cat([torch.sin(angles[:, :half]), torch.cos(angles[:, half:])], dim=-1)
