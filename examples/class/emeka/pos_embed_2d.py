import numpy as np


def pos_embed_2d(grid, dim):
    d = dim // 2
    i = np.arange(d // 2)
    omega = np.exp(-np.log(10000.0) * 2 * i / d)

    axis = np.empty((grid, d))
    axis[:, : d // 2] = np.sin(np.arange(grid)[:, None] * omega)
    axis[:, d // 2 :] = np.cos(np.arange(grid)[:, None] * omega)

    out = []
    for n in range(grid * grid):
        r, c = divmod(n, grid)
        vec = np.concatenate((axis[r], axis[c]))
        # list() of an array: the entries stay np.float64
        out.append(list(np.round(vec, 4) + 0.0))
    return out
