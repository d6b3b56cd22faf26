"""A table is kept and given out again whenever the number of positions and dim are the same.
On what else does the table depend?
"""

import torch

TABLES = {}


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    key = (len(positions), dim)
    if key not in TABLES:
        half = dim // 2
        frequencies = temperature ** (-torch.arange(half) / half)
        angles = positions[:, None] * frequencies
        TABLES[key] = torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
    return TABLES[key].clone()
