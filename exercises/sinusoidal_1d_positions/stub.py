"""Sines and cosines of positions. Fill in the function below; helpers of your own are welcome."""

import torch


def sinusoidal_1d_positions(positions: torch.Tensor, dim: int, temperature: float = 10_000.0) -> torch.Tensor:
    """Describe each position by sines and cosines.

    Parameters
    ----------
    positions
        The positions, of shape ``[N]``: of a signed integer dtype, float32 or float64; in any order, with
        or without fractions, negative ones too.
    dim
        How many numbers describe one position; an even number.
    temperature
        Sets how slow the slow frequencies are.

    Returns
    -------
    torch.Tensor
        The table of shape ``[N, dim]``, float32: the sines of all angles of a position, then the cosines
        of the same angles. For float64 positions it may be float64.

    Raises
    ------
    ValueError
        If ``dim`` is odd.
    """
    raise NotImplementedError("sinusoidal_1d_positions is still to be written")
