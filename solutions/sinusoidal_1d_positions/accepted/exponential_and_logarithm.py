"""Frequencies by exp and log, float32 throughout, into a table made beforehand."""

import math

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2 == 1:
        raise ValueError("dim is odd")
    half = dim // 2
    step = math.log(temperature) / half
    omega = torch.exp(torch.arange(0, half, dtype=torch.float32) * -step)
    angles = torch.outer(positions.float(), omega)
    table = torch.zeros(positions.shape[0], dim, dtype=torch.float32)
    table[:, :half] = angles.sin()
    table[:, half:] = angles.cos()
    return table
