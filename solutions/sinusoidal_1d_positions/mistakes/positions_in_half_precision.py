"""The positions are converted to half precision before anything is computed, and far ones become other
positions. Which is the first whole number that this dtype cannot hold?"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half) / half)
    angles = positions.half().float()[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
