"""numpy in double precision, with a meshgrid, then a plain list."""

import numpy as np


def axis_table(positions, width):
    omega = np.exp(-np.log(10000.0) * 2.0 * np.arange(width // 2) / width)
    angles = np.einsum("n,i->ni", positions.astype(float), omega)
    return np.hstack([np.sin(angles), np.cos(angles)])


def pos_embed_2d(grid, dim):
    rows, cols = np.meshgrid(np.arange(grid), np.arange(grid), indexing="ij")
    table = np.hstack([axis_table(rows.ravel(), dim // 2), axis_table(cols.ravel(), dim // 2)])
    return (np.round(table, 4) + 0.0).tolist()
