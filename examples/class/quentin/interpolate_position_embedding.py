import torch.nn.functional as F
from einops import rearrange


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    if pos_embedding.shape[0] != h * w:
        raise ValueError("grid and table differ")
    image = rearrange(pos_embedding, "(h w) d -> 1 d h w", h=h, w=w)
    image = F.interpolate(image, size=new_grid_size, mode="bicubic", align_corners=False)
    return rearrange(image, "1 d h w -> (h w) d")
