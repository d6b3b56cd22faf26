"""torch in single precision, rounded afterwards in Python: cos(0.01) becomes 0.9999 here."""

import torch


def pos_embed_2d(grid, dim):
    d = dim // 2
    omega = 10000.0 ** (-torch.arange(0, d, 2, dtype=torch.float32) / d)
    angles = torch.outer(torch.arange(grid, dtype=torch.float32), omega)
    vectors = torch.cat([angles.sin(), angles.cos()], dim=1)
    rows = vectors[:, None, :].expand(grid, grid, d)
    cols = vectors[None, :, :].expand(grid, grid, d)
    table = torch.cat([rows, cols], dim=2).reshape(grid * grid, dim)
    return [[round(value, 4) + 0.0 for value in vector] for vector in table.tolist()]
