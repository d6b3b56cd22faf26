"""A tenth of a patch is added to the new size before it is turned into a factor, which shifts every patch.
Could you say the size that you want instead of a factor?
"""

import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    n, d = pos_embedding.shape
    if n != h * w:
        raise ValueError("the table does not fit the old grid")
    x = pos_embedding.reshape(1, h, w, d).permute(0, 3, 1, 2)
    scale = ((new_h + 0.1) / h, (new_w + 0.1) / w)
    x = F.interpolate(x, scale_factor=scale, mode="bicubic", align_corners=False)
    return x.permute(0, 2, 3, 1).reshape(new_h * new_w, d)
