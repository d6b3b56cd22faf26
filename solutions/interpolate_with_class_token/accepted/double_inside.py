"""Everything in float64, cast back at the end; the class token's row goes through as well."""

import torch
import torch.nn.functional as F


def interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    if position_embedding.size(1) - 1 - h * w:
        raise ValueError(f"{position_embedding.size(1)} rows for {h * w} patches")
    table = position_embedding[0].to(torch.float64)
    first, rest = table.split([1, h * w])
    picture = torch.einsum("hwd->dhw", rest.unflatten(0, (h, w)))
    resized = F.interpolate(picture[None], new_grid_size, mode="bicubic")[0]
    rows = torch.einsum("dhw->hwd", resized).flatten(0, 1)
    return torch.vstack([first, rows]).unsqueeze(0).to(position_embedding.dtype)
