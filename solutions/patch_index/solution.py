"""Patch number, row and column: row-major order, there and back."""


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
    if row < 0:
        raise ValueError("rows are counted from 0")
    # A column beyond the last one would land in the next row and get the number of another patch. In a grid
    # whose width is 0 or negative no column is right, so the same condition refuses such a width.
    if not 0 <= col < grid_width:
        raise ValueError("columns are counted from 0 and end below the width of the grid")
    # All rows above are full; the patches to the left in the same row come on top. How many rows the grid has
    # does not matter.
    return row * grid_width + col


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
    # Division with remainder has an answer for negative numbers too, and another error for zero. Neither is
    # what a caller needs to hear.
    if index < 0:
        raise ValueError("patches are counted from 0")
    if grid_width <= 0:
        raise ValueError("a grid has at least one column")
    # As many whole rows as fit, and what is left over.
    return divmod(index, grid_width)
