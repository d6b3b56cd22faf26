"""The table is transposed first; an nn.Upsample does the work."""

from torch import nn


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    if len(pos_embedding) != old_grid_size[0] * old_grid_size[1]:
        raise ValueError("table and grid do not fit")
    resize = nn.Upsample(size=tuple(new_grid_size), mode="bicubic", align_corners=False)
    picture = pos_embedding.t().contiguous().view(1, -1, *old_grid_size)
    return resize(picture).flatten(2).squeeze(0).t()
