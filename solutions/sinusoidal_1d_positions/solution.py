"""Sines and cosines of positions."""

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
    # Every frequency serves one sine and one cosine; with an odd dim one of them would have no partner.
    if dim % 2:
        raise ValueError(f"dim must be even, got {dim}")

    # One frequency for each pair. 0, 2, 4, ... divided by dim are the quotients k / half: they begin at 0 and
    # stop one step short of 1. Dividing whole numbers with / gives a float tensor, so the power is one of
    # floats as well.
    frequencies = temperature ** (-torch.arange(0, dim, 2) / dim)

    # [N, 1] times [half]: every position meets every frequency. The positions themselves are used, not their
    # places in the tensor. Integers times floats are floats, so whole positions need no cast; unsqueeze makes
    # a view and leaves the caller's tensor as it is.
    angles = positions.unsqueeze(1) * frequencies

    # Two blocks side by side: first every sine, then every cosine of the same angles.
    return torch.cat([angles.sin(), angles.cos()], dim=1)
