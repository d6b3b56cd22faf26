"""numpy in float64; the result is float32 unless the positions are float64."""

import numpy as np
import torch


def sinusoidal_1d_positions(positions, dim, temperature=10_000.0):
    if dim & 1:
        raise ValueError("an odd number cannot be split into pairs")
    omega = np.power(float(temperature), -2.0 * np.arange(dim // 2) / dim)
    angles = np.outer(positions.numpy().astype(np.float64), omega)
    table = torch.from_numpy(np.hstack((np.sin(angles), np.cos(angles))))
    return table if positions.dtype is torch.float64 else table.float()
