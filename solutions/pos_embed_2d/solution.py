"""A 2D sine and cosine position embedding, in plain Python."""

import math

TEMPERATURE = 10_000.0


def axis_vector(position: int, width: int) -> list[float]:
    """Describe one coordinate by sines and cosines.

    Parameters
    ----------
    position
        A row number or a column number, counted from 0.
    width
        How many numbers one axis contributes: half of a patch's vector.

    Returns
    -------
    list of float
        ``width`` unrounded numbers: the sines of all angles, then the cosines of all angles.
    """
    # A frequency serves one sine and one cosine, so there are half as many frequencies as numbers. The
    # exponent counts in the width of one axis: it runs from 0 towards -1 and stops one step short of it.
    angles = [position * TEMPERATURE ** (-2 * i / width) for i in range(width // 2)]
    return [math.sin(angle) for angle in angles] + [math.cos(angle) for angle in angles]


def exact_pos_embed_2d(grid: int, dim: int) -> list[list[float]]:
    """Compute the table as `pos_embed_2d` does, in double precision and without rounding.

    Parameters
    ----------
    grid
        The number of rows, and of columns, of the grid.
    dim
        The length of each vector, divisible by 4.

    Returns
    -------
    list of list of float
        ``grid * grid`` lists of ``dim`` unrounded floats, patches in row-major order.
    """
    # Rows and columns are numbered alike, so one vector per coordinate is enough for both axes.
    vectors = [axis_vector(position, dim // 2) for position in range(grid)]
    # The row is the outer loop: that is what "row-major" says. Joining two lists makes a new one, so no
    # two patches share a list. The row's half comes first.
    return [vectors[row] + vectors[column] for row in range(grid) for column in range(grid)]


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
    # Rounding comes last, once. It turns a tiny negative number into -0.0, and adding 0.0 makes that an
    # ordinary zero; every other number stays as it is.
    return [[round(value, 4) + 0.0 for value in vector] for vector in exact_pos_embed_2d(grid, dim)]
