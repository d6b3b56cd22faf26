import torch


def encode_axis(positions: torch.Tensor, width: int) -> torch.Tensor:
    exponents = -2 * torch.arange(width // 2, dtype=torch.float32) / width
    angles = positions[:, None] * torch.pow(torch.tensor(10000.0), exponents)
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def pos_embed_2d(grid: int, dim: int) -> list:
    side = torch.arange(grid, dtype=torch.float32)
    rows, cols = torch.meshgrid(side, side, indexing="ij")
    table = torch.cat([encode_axis(rows.flatten(), dim // 2), encode_axis(cols.flatten(), dim // 2)], dim=1)
    return [[round(v, 4) + 0.0 for v in line] for line in table.tolist()]
