"""Each frequency is smaller than the one before by the whole temperature.
Which power of the temperature is the second frequency in the worked example?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = float(temperature) ** -torch.arange(half)
    angles = positions[:, None] * frequencies
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
