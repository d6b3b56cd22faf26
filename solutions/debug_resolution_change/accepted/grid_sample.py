"""torch.nn.functional.grid_sample, with clamped borders and coordinates between -1 and 1."""

import torch
import torch.nn.functional as F


def centres(count):
    return (2 * torch.arange(count, dtype=torch.float64) + 1) / count - 1


def position_table_for(table, old_grid_size, new_grid_size):
    y, x = torch.meshgrid(centres(new_grid_size[0]), centres(new_grid_size[1]), indexing="ij")
    where = torch.stack([x, y], dim=-1).unsqueeze(0)
    picture = table.double().T.reshape(1, -1, *old_grid_size)
    sampled = F.grid_sample(picture, where, mode="bicubic", padding_mode="border", align_corners=False)
    return sampled[0].flatten(1).T.to(table.dtype)
