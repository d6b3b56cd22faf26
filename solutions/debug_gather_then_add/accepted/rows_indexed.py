"""The rows of the table are looked up by indexing its only batch element."""

import torch


def gather(rows: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    """Take rows by index, for each batch element its own."""
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        selected = gather(patch_tokens, indices)
        return selected + full_position[0][indices]
    placed = patch_tokens + full_position
    return gather(placed, indices)
