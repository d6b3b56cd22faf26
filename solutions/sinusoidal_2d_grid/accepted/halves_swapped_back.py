"""The code of public repositories, its two halves in the order that is wanted here."""

import numpy as np
import torch


class WidthError(ValueError):
    """Not a multiple of four."""


def get_1d_sincos_pos_embed_from_grid(embed_dim, pos, temperature):
    if embed_dim % 2:
        raise WidthError(embed_dim)
    omega = np.arange(embed_dim // 2, dtype=float)
    omega /= embed_dim / 2.0
    omega = 1.0 / temperature**omega
    out = np.einsum("m,d->md", pos.reshape(-1), omega)
    return np.concatenate([np.sin(out), np.cos(out)], axis=1)


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 2:
        raise WidthError(embed_dim)
    grid_h = np.arange(grid_height, dtype=np.float32)
    grid_w = np.arange(grid_width, dtype=np.float32)
    grid = np.stack(np.meshgrid(grid_w, grid_h), axis=0)
    emb_column = get_1d_sincos_pos_embed_from_grid(embed_dim // 2, grid[0], temperature)
    emb_row = get_1d_sincos_pos_embed_from_grid(embed_dim // 2, grid[1], temperature)
    return torch.tensor(np.concatenate([emb_row, emb_column], axis=1), dtype=torch.float32, device=device)
