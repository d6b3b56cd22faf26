"""A table of patch positions for images of another size. One fault is planted in this program.

For equal grids it should give the table's own values, and for any other grid the table resized bicubically.
As it is, every shape is right, but images of another size are recognised badly. Find the fault and mend it.
"""

from __future__ import annotations

import torch


def position_table_for(
    table: torch.Tensor, old_grid_size: tuple[int, int], new_grid_size: tuple[int, int]
) -> torch.Tensor:
    """Give the positions of the patches of another grid.

    Parameters
    ----------
    table
        Table of shape ``[N_old, D]``, one row per patch of the old grid, row-major.
    old_grid_size
        ``(height, width)`` of the old grid, ``N_old`` patches.
    new_grid_size
        ``(height, width)`` of the new grid.

    Returns
    -------
    torch.Tensor
        Table of shape ``[N_new, D]``, row-major, of the same dtype.
    """
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    num_old = old_height * old_width
    num_new = new_height * new_width

    if num_new <= num_old:
        return table[:num_new]

    # Round up, so that there are enough rows; those that are too many are cut off.
    times = (num_new + num_old - 1) // num_old
    return table.repeat(times, 1)[:num_new]
