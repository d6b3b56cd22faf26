"""Patch number, row and column. Fill in the two functions below; helpers of your own are welcome."""


def patch_index(row: int, col: int, grid_width: int) -> int:
    """Number a patch of a grid in row-major order.

    Parameters
    ----------
    row
        The row of the patch, counted from 0.
    col
        The column of the patch, counted from 0.
    grid_width
        How many columns the grid has.

    Returns
    -------
    int
        The number of the patch, counted from 0.

    Raises
    ------
    ValueError
        If ``row`` or ``col`` is negative, ``grid_width`` is 0 or negative, or ``col`` is not below
        ``grid_width``.
    """
    raise NotImplementedError("patch_index is still to be written")


def patch_row_col(index: int, grid_width: int) -> tuple[int, int]:
    """Find the row and the column of a patch from its number.

    Parameters
    ----------
    index
        The number of the patch in row-major order, counted from 0.
    grid_width
        How many columns the grid has.

    Returns
    -------
    tuple of int
        The row and the column, in this order, both counted from 0.

    Raises
    ------
    ValueError
        If ``index`` is negative, or ``grid_width`` is 0 or negative.
    """
    raise NotImplementedError("patch_row_col is still to be written")
