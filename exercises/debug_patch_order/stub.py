"""Learned positions for the rows and for the columns of a grid. One fault is planted in this program.

Every patch should get the vector of its row and the vector of its column added to its token. As it is, most
patches get those of another place in the image. Find the fault and mend it; the rest is right.
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
    grid_height = row_table.shape[0]

    indices = torch.arange(num_patches)
    rows = indices % grid_height
    columns = indices // grid_height

    # [H * W, D] each; every image of the batch has the same positions.
    positions = row_table[rows] + col_table[columns]
    return patch_tokens + positions
