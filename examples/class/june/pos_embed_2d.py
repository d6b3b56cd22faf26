import cmath
from functools import lru_cache


@lru_cache(maxsize=None)
def turn(p, d):
    """e^(i p w) for every frequency; its two parts are the cosine and the sine."""
    return tuple(cmath.exp(1j * p * 10000 ** (-2 * k / d)) for k in range(d // 2))


def tidy(x):
    x = round(x, 4)
    return x if x else 0.0


def pos_embed_2d(grid, dim):
    d = dim // 2
    rows = []
    for r in range(grid):
        for c in range(grid):
            row = ()
            for z in (turn(r, d), turn(c, d)):
                row += tuple(tidy(v.imag) for v in z) + tuple(tidy(v.real) for v in z)
            rows.append(row)
    return rows
