"""Your last frequency is exactly 1/10000, as if the frequencies were spread from end to end. Is
that value reached by the definition, or would it come one step after the last?"""

import numpy as np


def pos_embed_2d(grid, dim):
    count = dim // 4
    omega = 10000.0 ** -np.linspace(0.0, 1.0, count)
    angles = np.outer(np.arange(grid), omega)
    vectors = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    table = np.concatenate([np.repeat(vectors, grid, axis=0), np.tile(vectors, (grid, 1))], axis=1)
    return (np.round(table, 4) + 0.0).tolist()
