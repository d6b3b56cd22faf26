# my homework
"""A 2D sine and cosine position embedding. Fill in the function below; helpers of your own are welcome."""

import math  # noqa: F401  (here for your use; any other library will do too)


def pos_embed_2d(grid: int, dim: int) -> list[list[float]]:
    """Compute the position vectors of all patches of a square grid.

    Parameters
    ----------
    grid
        The number of rows, and of columns, of the grid.
    dim
        The length of each vector, divisible by 4.

    Returns
    -------
    list of list of float
        ``grid * grid`` lists of ``dim`` floats, patches in row-major order. Each list holds the row's
        half, then the column's half; each half holds its sines, then its cosines. Every number is rounded
        to 4 decimals, and none is -0.0.
    """
    # here?
    raise NotImplementedError("pos_embed_2d is still to be written")
