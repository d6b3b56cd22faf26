"""The right positions were found, but they went through single precision on the way. Does a position in
double precision survive that?"""

import torch


def gather(rows: torch.Tensor, indices: torch.Tensor) -> torch.Tensor:
    """Take rows by index, for each batch element its own."""
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        table = torch.zeros(patch_tokens.shape) + full_position.float()
        return gather(patch_tokens, indices) + gather(table, indices)
    placed = patch_tokens + full_position
    return gather(placed, indices)
