"""An odd dim is refused with an AssertionError.
Which type of error does the statement name?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    assert dim % 2 == 0, "dim must be even"
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half) / half)
    angles = positions[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
