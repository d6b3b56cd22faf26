"""Both coordinates of every token in one tensor, and all angles in one product."""

import math

import torch


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 4 > 0:
        raise ValueError("embed_dim")
    count = embed_dim // 4
    places = torch.cartesian_prod(
        torch.arange(grid_height, dtype=torch.float32, device=device),
        torch.arange(grid_width, dtype=torch.float32, device=device),
    )
    steps = torch.arange(count, dtype=torch.float32, device=device)
    omega = torch.exp(steps * (-math.log(temperature) / count))
    angles = places[:, :, None] * omega
    # [tokens, 2 axes, sine or cosine, frequencies]
    return torch.stack((angles.sin(), angles.cos()), dim=2).flatten(1)
