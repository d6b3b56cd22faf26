"""The numbers were computed in half precision, which has about three decimal digits. Which float
type do your arrays have, and is it fine enough for 4 decimals?"""

import numpy as np


def pos_embed_2d(grid, dim):
    d = dim // 2
    omega = (10000.0 ** (-2 * np.arange(d // 2) / d)).astype(np.float16)
    angles = np.outer(np.arange(grid, dtype=np.float16), omega)
    vectors = np.concatenate([np.sin(angles), np.cos(angles)], axis=1).tolist()
    return [[round(v, 4) + 0.0 for v in vectors[r] + vectors[c]] for r in range(grid) for c in range(grid)]
