"""An odd dim is accepted, and the rows come out one number short.
What should happen if there is no partner for the last sine?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half) / half)
    angles = positions[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
