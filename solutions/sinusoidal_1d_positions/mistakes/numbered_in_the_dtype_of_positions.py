"""The numbers of the frequencies are in the dtype of the positions, and a short one runs over in a wide
vector. How far can int8 count?"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    numbers = torch.arange(half).to(positions.dtype)
    frequencies = temperature ** (-numbers / half)
    angles = positions[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
