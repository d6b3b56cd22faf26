"""The class token's row is resized together with the patches, as the beginning of one line.
Where in the image does the class token lie?
"""

import torch.nn.functional as F


def interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    _, n, d = position_embedding.shape
    if n != 1 + h * w:
        raise ValueError("the table does not fit the old grid")
    x = position_embedding.permute(0, 2, 1)
    x = F.interpolate(x, size=1 + new_h * new_w, mode="linear", align_corners=False)
    return x.permute(0, 2, 1)
