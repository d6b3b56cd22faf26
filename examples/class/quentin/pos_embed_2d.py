import numpy as np


def pos_embed_2d(grid, dim):
    d = dim // 2
    omega = 10000 ** (-2 * np.arange(d // 2) / d)
    r, c = np.indices((grid, grid)).reshape(2, -1, 1)
    table = np.hstack([np.sin(r * omega), np.cos(r * omega), np.sin(c * omega), np.cos(c * omega)])
    return np.round(table, 4) + 0.0
