"""numpy in single precision, rounded there too: 0.8415 comes out as 0.8414999842643738."""

import numpy as np


def pos_embed_2d(grid, dim):
    d = dim // 2
    omega = np.float32(10000.0) ** (-2.0 * np.arange(d // 2, dtype=np.float32) / np.float32(d))
    angles = np.arange(grid, dtype=np.float32)[:, None] * omega.astype(np.float32)
    vectors = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    table = np.concatenate([np.repeat(vectors, grid, axis=0), np.tile(vectors, (grid, 1))], axis=1)
    assert table.dtype == np.float32
    return (np.round(table, 4) + np.float32(0.0)).tolist()
