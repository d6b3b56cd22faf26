"""The arguments have other names than in the statement.
How would someone call your function who knows nothing but the signature in the statement?
"""

import torch


def axis(count, width, temperature, device):
    frequencies = temperature ** (-torch.arange(width // 2, device=device) / (width // 2))
    angles = torch.arange(count, device=device)[:, None] * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def sinusoidal_2d_grid(height, width, dim, temperature=10_000.0, device=None):
    if dim % 4:
        raise ValueError("embed_dim must be divisible by 4")
    rows = axis(height, dim // 2, temperature, device)
    columns = axis(width, dim // 2, temperature, device)
    tokens = torch.arange(height * width, device=device)
    return torch.cat([rows[tokens // width], columns[tokens % width]], dim=1)
