"""The angles are computed in half precision, and their last digits are lost.
Which float type do the angles have before you take the sine?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half) / half)
    angles = (positions[:, None] * frequencies).half().float()
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
