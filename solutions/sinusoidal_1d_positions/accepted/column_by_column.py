"""One column of the table after the other, transposed at the end: the result is a view."""

import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim // 2 * 2 != dim:
        raise ValueError("odd dim")
    dtype = positions.dtype if positions.is_floating_point() else torch.float32
    table = torch.empty((dim, len(positions)), dtype=dtype)
    factor = float(temperature) ** (2 / dim)
    angles = positions.to(torch.float64)
    for k in range(dim // 2):
        table[k] = torch.sin(angles)
        table[k + dim // 2] = torch.cos(angles)
        angles = angles / factor
    return table.T
