"""The layout of the paper first, then all even columns in front of all odd ones."""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim % 2:
        raise ValueError("dim must be even")
    table = torch.zeros(len(positions), dim)
    places = positions.to(torch.float32).unsqueeze(-1)
    scale = torch.tensor(float(temperature)) ** (torch.arange(0, dim, 2) / dim)
    table[:, 0::2] = torch.sin(places / scale)
    table[:, 1::2] = torch.cos(places / scale)
    return torch.cat([table[:, 0::2], table[:, 1::2]], dim=1)
