"""Tables are kept by everything that they depend on."""

import functools

import torch


def axis_vectors(count, width, temperature):
    angles = torch.arange(count).unsqueeze(-1) / temperature ** (torch.arange(0, width, 2) / width)
    return torch.cat([angles.sin(), angles.cos()], dim=-1)


@functools.lru_cache(maxsize=16)
def kept(grid_height, grid_width, embed_dim, temperature):
    rows = axis_vectors(grid_height, embed_dim // 2, temperature)
    columns = axis_vectors(grid_width, embed_dim // 2, temperature)
    index = torch.arange(grid_height * grid_width)
    row = torch.div(index, grid_width, rounding_mode="floor")
    return torch.hstack([rows[row], columns[index - row * grid_width]])


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 4:
        raise ValueError("embed_dim must be divisible by 4")
    table = kept(grid_height, grid_width, embed_dim, temperature)
    return table.clone() if device is None else table.to(device, copy=True)
