"""Two tables over the grid, expanded without a copy, filled into the halves of a third one."""

import torch
from torch import Tensor


class Axis:
    """The vectors of one axis."""

    def __init__(self, width: int, temperature: float, device) -> None:
        index = torch.arange(width // 2, device=device, dtype=torch.float64)
        self.omega = torch.pow(torch.full_like(index, temperature), -2 * index / width)

    def __call__(self, count: int) -> Tensor:
        angles = torch.outer(torch.arange(count, device=self.omega.device).double(), self.omega)
        return torch.cat((torch.sin(angles), torch.cos(angles)), -1).float()


def sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature=10_000.0, device=None):
    if embed_dim & 3:
        raise ValueError("two axes, sine and cosine: four blocks")
    half = embed_dim // 2
    axis = Axis(half, float(temperature), device)
    table = torch.zeros(grid_height, grid_width, embed_dim, dtype=torch.float32, device=device)
    table[..., :half] = axis(grid_height)[:, None, :]
    table[..., half:] = axis(grid_width)[None, :, :]
    return table.reshape(-1, embed_dim)
