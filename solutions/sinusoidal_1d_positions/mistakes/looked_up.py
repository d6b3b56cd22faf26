"""The positions serve as row numbers of a table; a fraction is cut off, and minus one is its last row.
What lies between two rows of such a table, and what lies before its first row?
"""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    half = dim // 2
    frequencies = temperature ** (-torch.arange(half) / half)
    places = positions.long()
    table = torch.arange(int(places.abs().max()) + 1)[:, None] * frequencies
    angles = table[places]
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
