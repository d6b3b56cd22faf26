"""The same table with all arithmetic in float64, cast at the very end."""

import torch


def axis_table(count: int, frequencies: torch.Tensor) -> torch.Tensor:
    """Describe every coordinate of one axis by sines and cosines.

    Parameters
    ----------
    count
        How many coordinates the axis has: 0, 1, ..., ``count - 1``.
    frequencies
        The frequencies of the axis.

    Returns
    -------
    torch.Tensor
        One row for each coordinate, the sines of all angles, then the cosines of all angles.
    """
    angles = torch.arange(count, dtype=torch.float64).unsqueeze(1) * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def sinusoidal_2d_grid(
    grid_height: int,
    grid_width: int,
    embed_dim: int,
    temperature: float = 10_000.0,
    device: torch.device | str | None = None,
) -> torch.Tensor:
    """Compute the position vectors of all patches of a grid.

    Parameters
    ----------
    grid_height
        The number of rows of the grid.
    grid_width
        The number of columns of the grid.
    embed_dim
        The length of each vector, divisible by 4.
    temperature
        Sets how slow the slow frequencies are.
    device
        Where the table is made; the CPU if it is None.

    Returns
    -------
    torch.Tensor
        The table of shape ``[grid_height * grid_width, embed_dim]``, float32, patches in row-major order.
        Each vector holds the row's half, then the column's half; each half holds its sines, then its
        cosines.

    Raises
    ------
    ValueError
        If ``embed_dim`` is not divisible by 4.
    """
    if embed_dim % 4 != 0:
        raise ValueError(f"embed_dim must be divisible by 4, got {embed_dim}")
    count = embed_dim // 4
    exponents = torch.arange(count, dtype=torch.float64) / count
    frequencies = torch.full_like(exponents, temperature) ** -exponents
    rows = axis_table(grid_height, frequencies)
    columns = axis_table(grid_width, frequencies)
    shape = (grid_height, grid_width, embed_dim // 2)
    halves = [rows.unsqueeze(1).expand(shape), columns.unsqueeze(0).expand(shape)]
    table = torch.cat(halves, dim=2).flatten(0, 1)
    return table.to(torch.float32).to("cpu" if device is None else device)
