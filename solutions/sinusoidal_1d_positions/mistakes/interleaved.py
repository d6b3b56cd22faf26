"""Sine and cosine take turns in a row.
Look at the row of position 0 in the sample: how many zeros come before the first one?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half) / half)
    angles = positions[:, None] * frequencies
    pairs = torch.stack([torch.sin(angles), torch.cos(angles)], dim=-1)
    return pairs.flatten(1)
