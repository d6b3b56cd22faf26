import numpy as np

def pos_embed_2d(grid, dim):
    d = dim // 2
    omega = 1 / 10000 ** (np.arange(d // 2) * 2 / d)
    out = np.outer(np.arange(grid), omega)
    axis = np.concatenate([np.sin(out), np.cos(out)], axis=1)
    table = np.concatenate([np.repeat(axis, grid, axis=0), np.tile(axis, (grid, 1))], axis=1)
    return (np.round(table, 4) + 0.0).tolist()
