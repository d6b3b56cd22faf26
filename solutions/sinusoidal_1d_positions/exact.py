"""The same table with all arithmetic in float64, cast at the very end."""

import torch


def sinusoidal_1d_positions(positions: torch.Tensor, dim: int, temperature: float = 10_000.0) -> torch.Tensor:
    """Compute the table as the reference does, but in float64.

    Parameters
    ----------
    positions
        The positions, of shape ``[N]``.
    dim
        How many numbers describe one position; an even number.
    temperature
        Sets how slow the slow frequencies are.

    Returns
    -------
    torch.Tensor
        The table of shape ``[N, dim]``, float64 for float64 positions and float32 for all others.

    Raises
    ------
    ValueError
        If ``dim`` is odd.
    """
    if dim % 2 != 0:
        raise ValueError(f"dim must be even, got {dim}")
    half = dim // 2
    exponents = torch.arange(half, dtype=torch.float64) / half
    frequencies = torch.full_like(exponents, temperature) ** -exponents
    angles = positions.to(torch.float64).unsqueeze(1) * frequencies
    table = torch.cat([angles.sin(), angles.cos()], dim=1)
    return table if positions.dtype == torch.float64 else table.to(torch.float32)
