"""Row-major order: the width of the grid is the length of a row, and it is the divisor for both coordinates.

The program counted down the columns: it took the height as its divisor, and the remainder for the row. A grid
with a single row or a single column does not show that; any other grid does, a square one as well.
"""

from __future__ import annotations

import torch


def add_axis_positions(
    patch_tokens: torch.Tensor, row_table: torch.Tensor, col_table: torch.Tensor
) -> torch.Tensor:
    """Add to every patch token the position of its row and the position of its column.

    Parameters
    ----------
    patch_tokens
        The tokens of all patches, row-major, of shape ``[B, H * W, D]``.
    row_table
        One vector for each row of the grid, of shape ``[H, D]``.
    col_table
        One vector for each column of the grid, of shape ``[W, D]``.

    Returns
    -------
    torch.Tensor
        The tokens with their positions, of shape ``[B, H * W, D]``.
    """
    num_patches = patch_tokens.shape[1]
    # One column vector for each patch of a row: the column table knows how long a row is.
    grid_width = col_table.shape[0]

    indices = torch.arange(num_patches)
    # A new row begins after every grid_width patches, and the column starts again from 0 there.
    rows = indices // grid_width
    columns = indices % grid_width

    # [H * W, D] each; every image of the batch has the same positions.
    positions = row_table[rows] + col_table[columns]
    return patch_tokens + positions
