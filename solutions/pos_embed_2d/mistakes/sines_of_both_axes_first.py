"""The sines of both axes come first and the cosines of both axes after them. Ask whether each half
of your vector describes one coordinate completely."""

import numpy as np


def pos_embed_2d(grid, dim):
    d = dim // 2
    omega = 10000.0 ** (-2 * np.arange(d // 2) / d)
    rows, cols = np.divmod(np.arange(grid * grid), grid)
    row_angles = np.outer(rows, omega)
    col_angles = np.outer(cols, omega)
    table = np.concatenate(
        [np.sin(row_angles), np.sin(col_angles), np.cos(row_angles), np.cos(col_angles)], axis=1
    )
    return (np.round(table, 4) + 0.0).tolist()
