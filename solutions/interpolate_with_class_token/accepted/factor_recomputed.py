"""A factor a little too large is given, and torch told to work out the true one from the size it yields."""

import torch
import torch.nn.functional as F


def interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    if position_embedding.shape[1] != 1 + h * w:
        raise ValueError(position_embedding.shape)
    class_row, patches = position_embedding[0].split([1, h * w])
    factors = tuple((new + 0.1) / old for new, old in zip(new_grid_size, old_grid_size, strict=True))
    picture = patches.T.reshape(1, -1, h, w)
    resized = F.interpolate(picture, scale_factor=factors, mode="bicubic", recompute_scale_factor=True)
    return torch.cat([class_row.T, resized[0].flatten(1)], dim=1).T.unsqueeze(0)
