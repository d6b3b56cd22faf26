"""Sines and cosines for a grid of patches."""

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
    # [count, 1] times [number of frequencies]: every coordinate meets every frequency.
    angles = torch.arange(count).unsqueeze(1) * frequencies
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
    # A frequency serves four numbers of a vector: a sine and a cosine for the row, the same for the column.
    if embed_dim % 4:
        raise ValueError(f"embed_dim must be divisible by 4, got {embed_dim}")

    # 0, 4, 8, ... divided by embed_dim are the quotients 2 * k / d, where d = embed_dim / 2 is what one axis
    # owns. They begin at 0 and stop one step short of 1. Both axes use the same frequencies.
    frequencies = temperature ** (-torch.arange(0, embed_dim, 4) / embed_dim)
    rows = axis_table(grid_height, frequencies)
    columns = axis_table(grid_width, frequencies)

    # Row-major order: the row stays the same for grid_width tokens in a row (each line of `rows` is repeated
    # before the next one comes), while the columns are run through anew for each row (`columns` is repeated
    # as a whole). The row's half stands in front.
    table = torch.cat([rows.repeat_interleave(grid_width, dim=0), columns.repeat(grid_height, 1)], dim=1)

    # The table is small and made once, so it is moved as a whole: tensors of two devices never meet. With
    # None it stays where it is.
    return table.to(device)
