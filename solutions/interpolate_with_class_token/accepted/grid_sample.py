"""torch.nn.functional.grid_sample, with clamped borders and coordinates between -1 and 1."""

import torch
import torch.nn.functional as F


def centres(count):
    return (2 * torch.arange(count, dtype=torch.float64) + 1) / count - 1


def interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    if position_embedding.shape[1] != h * w + 1:
        raise ValueError("wrong number of rows")
    y, x = torch.meshgrid(centres(new_grid_size[0]), centres(new_grid_size[1]), indexing="ij")
    where = torch.stack([x, y], dim=-1).unsqueeze(0)
    picture = position_embedding[0, 1:].double().T.reshape(1, -1, h, w)
    sampled = F.grid_sample(picture, where, mode="bicubic", padding_mode="border", align_corners=False)
    rows = sampled.flatten(2).transpose(1, 2).to(position_embedding.dtype)
    return torch.cat((position_embedding.narrow(1, 0, 1), rows), 1)
