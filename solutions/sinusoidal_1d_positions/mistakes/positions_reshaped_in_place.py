"""The tensor of positions that was handed in has been given another shape.
Does your code make a new view, or does it change the caller's tensor?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half) / half)
    positions.unsqueeze_(1)
    angles = positions * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
