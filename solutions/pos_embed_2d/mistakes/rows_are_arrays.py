"""The outer list is a list, but its rows are still numpy arrays. What does the task ask for at the
inner level?"""

import numpy as np


def pos_embed_2d(grid, dim):
    d = dim // 2
    omega = 10000.0 ** (-2 * np.arange(d // 2) / d)
    angles = np.outer(np.arange(grid), omega)
    vectors = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    table = np.concatenate([np.repeat(vectors, grid, axis=0), np.tile(vectors, (grid, 1))], axis=1)
    return list(np.round(table, 4) + 0.0)
