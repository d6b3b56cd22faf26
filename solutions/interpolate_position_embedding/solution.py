"""A position table is a small picture: give it its grid, resize it, flatten it again."""

from __future__ import annotations

import torch.nn.functional as F
from torch import Tensor


def interpolate_position_embedding(
    pos_embedding: Tensor, old_grid_size: tuple[int, int], new_grid_size: tuple[int, int]
) -> Tensor:
    """Resize a table of positions bicubically.

    Parameters
    ----------
    pos_embedding
        Table of shape ``[N_old, D]``, one row per patch of the old grid, row-major.
    old_grid_size
        ``(height, width)`` of the old grid.
    new_grid_size
        ``(height, width)`` of the new grid.

    Returns
    -------
    Tensor
        Table of shape ``[N_new, D]``, row-major, of the same dtype.

    Raises
    ------
    ValueError
        If the table has not one row for each patch of the old grid.
    """
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    count, dim = pos_embedding.shape
    # First of all, and for every new size: a reshape would not notice all wrong counts.
    if count != old_height * old_width:
        raise ValueError(f"a grid of {old_height} x {old_width} has not {count} patches")

    # [N, D] -> [h, w, D]: row-major, so the height is the outer axis.
    picture = pos_embedding.reshape(old_height, old_width, dim)
    # [h, w, D] -> [1, D, h, w]: the dimensions of a position are the channels of the picture. They have
    # to be moved; a reshape to this shape would mix them with the patches.
    picture = picture.permute(2, 0, 1).unsqueeze(0)
    # By target size: a factor would be rounded down to a size, and now and then lose a row.
    resized = F.interpolate(
        picture, size=(new_height, new_width), mode="bicubic", align_corners=False, antialias=False
    )
    # The same way back: [1, D, h', w'] -> [h', w', D] -> [N', D].
    return resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, dim)
