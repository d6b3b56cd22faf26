"""Rows have a place in the image: give the table its grid, resize that, and flatten it again.

The fault was to treat the table as a list that is too long or too short. Cutting it off keeps the upper part
of the image only, repeating it gives two patches one position, and both forget that the width of the grid
decides which row of the table lies below which.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F


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
    num_new = new_height * new_width
    dim = table.shape[1]

    # The old grid says which rows are neighbours: [N, D] -> [h, w, D], row-major, the height outside.
    # Then [h, w, D] -> [D, h, w] -> [1, D, h, w]: the channels are moved in front, a batch of one is added.
    picture = table.reshape(old_height, old_width, dim).permute(2, 0, 1).unsqueeze(0)
    # A target size, not a factor. The number of patches decides nothing: (2, 8) and (4, 4) are two grids. For
    # equal grids every weight is 0 or 1, and the table keeps its values without a branch of its own.
    resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
    # The same way back.
    return resized.squeeze(0).permute(1, 2, 0).reshape(num_new, dim)
