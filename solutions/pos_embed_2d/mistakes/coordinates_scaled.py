"""The coordinates are scaled to run from 0 to 1 across the grid. Should the vector of the patch in
row 0 and column 1 change when the grid gets larger?"""

import numpy as np


def pos_embed_2d(grid, dim):
    d = dim // 2
    omega = 10000.0 ** (-2 * np.arange(d // 2) / d)
    angles = np.outer(np.linspace(0.0, 1.0, grid), omega)
    vectors = np.concatenate([np.sin(angles), np.cos(angles)], axis=1).tolist()
    return [[round(v, 4) + 0.0 for v in vectors[r] + vectors[c]] for r in range(grid) for c in range(grid)]
