"""Frequencies are kept and used again whenever dim is the same.
On what else do the frequencies depend?
"""

import torch

FREQUENCIES = {}


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    if dim not in FREQUENCIES:
        half = dim // 2
        FREQUENCIES[dim] = temperature ** (-torch.arange(half) / half)
    angles = positions[:, None] * FREQUENCIES[dim]
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
