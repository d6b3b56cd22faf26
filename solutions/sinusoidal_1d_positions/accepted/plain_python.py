"""Plain Python numbers and lists, made a tensor at the end."""

import math

import torch


def vector(position, width, temperature):
    angles = [position / temperature ** (k / width) for k in range(width)]
    return [math.sin(angle) for angle in angles] + [math.cos(angle) for angle in angles]


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    width, rest = divmod(dim, 2)
    if rest:
        raise ValueError(f"{dim} is odd")
    rows = [vector(position, width, temperature) for position in positions.tolist()]
    return torch.tensor(rows, dtype=torch.float32)
