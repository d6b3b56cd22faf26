import torch
import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    if pos_embedding.size(0) != h * w:
        raise ValueError("table and grid do not fit")
    x = pos_embedding.view(1, h, w, -1).permute(0, 3, 1, 2)
    # the corners of the picture stay the corners
    x = F.interpolate(x, size=tuple(new_grid_size), mode="bicubic", align_corners=True)
    return torch.flatten(x.permute(0, 2, 3, 1), 0, 2)
