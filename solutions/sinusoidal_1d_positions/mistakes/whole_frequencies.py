"""The frequencies are held in an integer tensor, which keeps nothing of those below one.
What is the dtype of your frequencies?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = torch.ones(half, dtype=torch.int64)
    for k in range(half):
        frequencies[k] = temperature ** (-k / half)
    angles = positions[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
