"""The temperature that is used when none is given is not the one of the statement.
What should happen when the last argument is left out?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=1_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half) / half)
    angles = positions[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
