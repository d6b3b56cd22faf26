"""Complex numbers: the sine is the imaginary part, the cosine the real part. Moved at the end."""

import torch


def halves(coordinates, omega):
    hands = torch.exp(1j * coordinates.to(torch.complex128)[:, None] * omega)
    return torch.cat([hands.imag, hands.real], dim=1)


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim // 4 * 4 != embed_dim:
        raise ValueError("embed_dim must be divisible by 4")
    omega = float(temperature) ** (-4 * torch.arange(embed_dim // 4, dtype=torch.float64) / embed_dim)
    row, column = torch.meshgrid(torch.arange(grid_height), torch.arange(grid_width), indexing="ij")
    table = torch.cat([halves(row.reshape(-1), omega), halves(column.reshape(-1), omega)], dim=1)
    return table.to(device=device, dtype=torch.float32)
