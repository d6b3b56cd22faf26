import numpy as np


def pos_embed_2d(grid, dim):
    n = dim // 4
    omega = 10000.0 ** (-np.arange(n) / n)
    positions = np.stack(np.divmod(np.arange(grid * grid), grid), axis=1)
    angles = positions[:, :, None] * omega
    blocks = np.stack([np.sin(angles), np.cos(angles)], axis=2)
    rounded = blocks.reshape(grid * grid, dim).round(4)
    rounded[rounded == 0] = 0.0
    return rounded.tolist()
