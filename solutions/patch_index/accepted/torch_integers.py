"""torch with 64-bit integers."""

import torch


def patch_index(row, col, grid_width):
    place = torch.tensor([row, col], dtype=torch.int64)
    if (place < 0).any() or grid_width <= col:
        raise ValueError(f"{place.tolist()} is not in a grid of width {grid_width}")
    weights = torch.tensor([grid_width, 1], dtype=torch.int64)
    return (place * weights).sum().item()


def patch_row_col(index, grid_width):
    if index < 0 or grid_width <= 0:
        raise ValueError(f"{index} is not in a grid of width {grid_width}")
    number = torch.tensor(index, dtype=torch.int64)
    row = torch.div(number, grid_width, rounding_mode="floor")
    return int(row), int(torch.remainder(number, grid_width))
