"""Everything in float64, cast back at the end; einsum in the place of permute."""

import torch
import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    n, d = pos_embedding.shape
    if h * w - n:
        raise ValueError(f"{n} rows for {h * w} patches")
    picture = torch.einsum("hwd->dhw", pos_embedding.to(torch.float64).unflatten(0, (h, w)))
    resized = F.interpolate(picture[None], new_grid_size, mode="bicubic")
    return torch.einsum("dhw->hwd", resized[0]).flatten(0, 1).to(pos_embedding.dtype)
