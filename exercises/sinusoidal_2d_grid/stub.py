"""Sines and cosines for a grid of patches. Fill in the function below; helpers of your own are welcome."""

import torch


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
    raise NotImplementedError("sinusoidal_2d_grid is still to be written")
