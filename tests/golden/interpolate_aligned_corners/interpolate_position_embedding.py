import torch
import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    if pos_embedding.shape[0] != h * w:
        raise ValueError("the table does not fit the grid")
    x = pos_embedding.T.reshape(1, -1, h, w)
    x = F.interpolate(x, size=tuple(new_grid_size), mode="bicubic", align_corners=True)
    return x.flatten(2)[0].T
