"""torch.nn.functional.grid_sample, with clamped borders and coordinates between -1 and 1."""

import torch
import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    if pos_embedding.shape[0] != h * w:
        raise ValueError("wrong number of rows")
    y = (2 * torch.arange(new_h, dtype=torch.float64) + 1) / new_h - 1
    x = (2 * torch.arange(new_w, dtype=torch.float64) + 1) / new_w - 1
    where = torch.stack([x.expand(new_h, new_w), y[:, None].expand(new_h, new_w)], dim=-1)
    picture = pos_embedding.double().T.reshape(1, -1, h, w)
    sampled = F.grid_sample(picture, where[None], mode="bicubic", padding_mode="border", align_corners=False)
    return sampled[0].flatten(1).T.to(pos_embedding.dtype)
