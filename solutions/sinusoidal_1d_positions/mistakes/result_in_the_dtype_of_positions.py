"""The result has the dtype of the positions, and whole numbers cannot hold a sine.
What is the dtype of your result if the positions are integers?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half) / half)
    table = torch.empty(len(positions), dim, dtype=positions.dtype)
    angles = positions[:, None] * frequencies
    table[:, :half] = torch.sin(angles)
    table[:, half:] = torch.cos(angles)
    return table
