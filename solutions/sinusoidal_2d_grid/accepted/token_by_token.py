"""One token after the other, stacked at the end."""

import torch


def vector(position, frequencies):
    angles = position * frequencies
    return [torch.sin(angles), torch.cos(angles)]


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim % 4 != 0:
        raise ValueError(f"embed_dim={embed_dim}")
    exponents = torch.linspace(0, 1, embed_dim // 4 + 1, device=device)[:-1]
    frequencies = (1.0 / temperature) ** exponents
    tokens = []
    for index in range(grid_height * grid_width):
        row, column = divmod(index, grid_width)
        tokens.append(torch.cat(vector(row, frequencies) + vector(column, frequencies)))
    return torch.stack(tokens)
