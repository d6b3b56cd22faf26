"""Tables are kept for later calls under the whole parts of their positions, so others get a table that is
not theirs. Which positions have the same whole part?"""

import torch

kept = {}


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    key = (tuple(positions.long().tolist()), dim, temperature)
    if key not in kept:
        half = dim // 2
        frequencies = temperature ** (-torch.arange(half) / half)
        angles = positions.float()[:, None] * frequencies
        kept[key] = torch.cat([torch.sin(angles), torch.cos(angles)], dim=-1)
    return kept[key].clone()
