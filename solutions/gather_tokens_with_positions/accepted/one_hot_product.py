"""A product with one-hot rows, exact because every sum has one term that is not zero."""

import torch
from torch.nn import functional


def gather_tokens_with_positions(patch_tokens, indices, position_embedding):
    if (patch_tokens.ndim, indices.ndim) != (3, 2):
        raise ValueError
    if patch_tokens.shape[0] != indices.shape[0]:
        raise ValueError
    wide = indices.to(torch.int64)
    if any(not 0 <= index < patch_tokens.shape[1] for row in wide.tolist() for index in row):
        raise ValueError
    choice = functional.one_hot(wide, num_classes=patch_tokens.shape[1]).to(patch_tokens.dtype)
    tokens = torch.bmm(choice, patch_tokens)
    positions = position_embedding(wide)
    if positions.size() != tokens.size():
        raise ValueError
    return torch.add(tokens, positions)
