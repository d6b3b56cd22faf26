"""A factor a little too large is given, and torch told to work out the true one from the size it yields."""

import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    if pos_embedding.shape[0] != old_grid_size[0] * old_grid_size[1]:
        raise ValueError(pos_embedding.shape)
    picture = pos_embedding.unflatten(0, old_grid_size).movedim(2, 0).unsqueeze(0)
    factors = tuple((new + 0.1) / old for new, old in zip(new_grid_size, old_grid_size, strict=True))
    resized = F.interpolate(picture, scale_factor=factors, mode="bicubic", recompute_scale_factor=True)
    return resized[0].flatten(1).T
