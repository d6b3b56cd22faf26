import torch

def pos_embed_2d(grid, dim):
    d = dim // 2
    k = torch.arange(d // 2, dtype=torch.float64)
    angles = torch.arange(grid, dtype=torch.float64)[:, None] * 10000.0 ** (-2 * k / d)
    axis = torch.cat([angles.sin(), angles.cos()], dim=1)
    rows = axis.repeat_interleave(grid, dim=0)
    columns = axis.repeat(grid, 1)
    return [[round(x, 4) + 0.0 for x in vector] for vector in torch.cat([rows, columns], dim=1).tolist()]
