"""The last argument has another name than in the statement.
How would someone call your function who knows nothing but the signature in the statement?
"""

import torch


def sinusoidal_1d_positions(positions, dim, base=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = base ** (-torch.arange(half) / half)
    angles = positions[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
