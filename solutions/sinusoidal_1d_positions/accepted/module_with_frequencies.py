"""A module made for the call, with the frequencies as a parameter."""

import torch
from torch import nn


class Waves(nn.Module):
    def __init__(self, dim, temperature):
        super().__init__()
        exponents = torch.arange(0, dim, 2, dtype=torch.float32) / dim
        self.frequencies = nn.Parameter(1.0 / torch.pow(float(temperature), exponents))

    def forward(self, positions):
        angles = positions.to(self.frequencies.dtype)[..., None] * self.frequencies
        return torch.stack((angles.sin(), angles.cos()), dim=-2).flatten(-2)


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2 == 1:
        raise ValueError(f"an even width is needed, not {dim}")
    return Waves(dim, temperature)(positions)
