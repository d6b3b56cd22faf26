import torch
import torch.nn as nn


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    n, d = pos_embedding.shape
    if h * w != n:
        raise ValueError("old_grid_size does not match the table")
    resize = nn.Upsample(size=tuple(new_grid_size), mode="bicubic")
    channels = pos_embedding.t().reshape(1, d, h, w)
    return resize(channels).reshape(d, -1).t()
