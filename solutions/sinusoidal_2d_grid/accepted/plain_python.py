"""Plain Python numbers and lists, made a tensor at the end, on the device asked for."""

import math

import torch


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    count, rest = divmod(embed_dim, 4)
    if rest:
        raise ValueError(f"{embed_dim} is not divisible by 4")

    def vector(position):
        angles = [position * temperature ** (-k / count) for k in range(count)]
        return [math.sin(angle) for angle in angles] + [math.cos(angle) for angle in angles]

    table = [vector(row) + vector(column) for row in range(grid_height) for column in range(grid_width)]
    return torch.tensor(table, dtype=torch.float32, device=device)
