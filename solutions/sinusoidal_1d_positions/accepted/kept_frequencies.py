"""Frequencies are kept for the next call, by everything that they depend on."""

import functools

import torch


@functools.lru_cache(maxsize=32)
def frequencies(half, temperature):
    return torch.pow(1.0 / temperature, torch.arange(half, dtype=torch.float32).div(half))


class Positions:
    """A table maker."""

    def __init__(self, dim, temperature):
        if dim % 2:
            raise ValueError("dim must be even")
        self.omega = frequencies(dim // 2, float(temperature))

    def __call__(self, positions):
        angles = positions[..., None] * self.omega
        return torch.stack([angles.sin(), angles.cos()], dim=1).reshape(len(positions), -1)


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    return Positions(dim, temperature)(positions)
