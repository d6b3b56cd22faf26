"""Cosines as sines of an angle a quarter turn on, in float64 throughout, and a ValueError of its own."""

import math

import torch


class OddWidth(ValueError):
    pass


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    half, rest = divmod(dim, 2)
    if rest:
        raise OddWidth
    shifts = torch.tensor([0.0] * half + [math.pi / 2] * half, dtype=torch.float64)
    frequencies = torch.tensor([temperature ** (-k / half) for k in range(half)] * 2, dtype=torch.float64)
    table = torch.sin(torch.outer(positions.double(), frequencies) + shifts)
    return table if positions.dtype == torch.float64 else table.float()
