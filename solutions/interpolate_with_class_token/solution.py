"""The class token has no place in the image, so its row is set aside while the patches are resized."""

from __future__ import annotations

import torch
import torch.nn.functional as F


def interpolate_with_class_token(
    position_embedding: torch.Tensor, old_grid_size: tuple[int, int], new_grid_size: tuple[int, int]
) -> torch.Tensor:
    """Resize the positions of the patches bicubically and keep the one of the class token.

    Parameters
    ----------
    position_embedding
        Table of shape ``[1, 1 + N_old, D]``: the class token's row, then one row per patch, row-major.
    old_grid_size
        ``(height, width)`` of the old grid.
    new_grid_size
        ``(height, width)`` of the new grid.

    Returns
    -------
    torch.Tensor
        Table of shape ``[1, 1 + N_new, D]``, class token first, patches row-major, of the same dtype.

    Raises
    ------
    ValueError
        If the table has not one row for the class token and one for each patch of the old grid.
    """
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    _, length, dim = position_embedding.shape
    # The class token counts. A table without its row is refused here; nothing further down would notice if
    # the first patch were taken for it, as long as the other rows make up a grid.
    if length != 1 + old_height * old_width:
        raise ValueError(f"a class token and {old_height} x {old_width} patches do not have {length} rows")

    class_row, patch_rows = position_embedding[:, :1], position_embedding[:, 1:]

    # [1, N, D] -> [1, h, w, D]: row-major, so the height is the outer axis. -> [1, D, h, w]: the channels
    # have to be moved in front; a reshape to this shape would mix them with the patches.
    picture = patch_rows.reshape(1, old_height, old_width, dim).permute(0, 3, 1, 2)
    # By target size: a factor would be rounded down to a size, and now and then lose a row. For equal sizes
    # every weight is 0 or 1, so this case needs no branch.
    resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
    # The same way back: [1, D, h', w'] -> [1, h', w', D] -> [1, N', D].
    new_rows = resized.permute(0, 2, 3, 1).reshape(1, new_height * new_width, dim)

    # Joining copies numbers, so the class token's row is exactly what it was, and the gradients of both
    # pieces find their way back.
    return torch.cat([class_row, new_rows], dim=1)
