"""Frequencies by logspace, and a cosine that is a sine a quarter of a turn later."""

import torch
from torch import Tensor


def sinusoidal_1d_positions(positions: Tensor, dim: int, temperature: float = 10_000.0) -> Tensor:
    half = dim / 2
    if half != int(half):
        raise ValueError("dim has to be even")
    half = int(half)
    omega = torch.logspace(0.0, -(half - 1) / half, half, base=float(temperature), dtype=torch.float64)
    angles = positions.reshape(-1, 1).double() * omega.reshape(1, -1)
    phase = torch.tensor([[0.0], [torch.pi / 2]], dtype=torch.float64)
    return torch.sin(angles[:, None, :] + phase).flatten(1).float()
