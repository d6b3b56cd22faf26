import numpy as np


def one_axis(positions, d):
    omega = 1.0 / 10000 ** (np.arange(d // 2) * 2 / d)
    angles = np.outer(positions, omega)
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)


def pos_embed_2d(grid, dim):
    xs, ys = np.meshgrid(np.arange(grid), np.arange(grid))
    first = one_axis(xs.ravel(), dim // 2)
    second = one_axis(ys.ravel(), dim // 2)
    table = np.concatenate([first, second], axis=1)
    return (np.round(table, 4) + 0.0).tolist()
