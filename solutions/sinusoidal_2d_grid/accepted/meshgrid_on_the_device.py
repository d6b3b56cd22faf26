"""Every tensor is made on the device asked for, and meshgrid gives the coordinates, columns first."""

import torch


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 4 != 0:
        raise ValueError(f"{embed_dim} numbers cannot be shared out")
    with torch.device("cpu" if device is None else device):
        exponents = torch.linspace(0, 1, embed_dim // 4 + 1)[:-1]
        frequencies = 1.0 / torch.pow(torch.tensor(float(temperature)), exponents)
        columns, rows = torch.meshgrid(torch.arange(grid_width), torch.arange(grid_height), indexing="xy")
    angles = [torch.outer(axis.reshape(-1).float(), frequencies) for axis in (rows, columns)]
    return torch.cat([wave(axis) for axis in angles for wave in (torch.sin, torch.cos)], dim=-1)
