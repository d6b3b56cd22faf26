"""The table used as the weight of an embedding."""

import torch
from torch.nn import functional


def select_tokens(patch_tokens, indices, full_position, gather_first):
    images = torch.arange(len(patch_tokens)).view(-1, 1)
    if not gather_first:
        return (patch_tokens + full_position)[images, indices]
    return patch_tokens[images, indices] + functional.embedding(indices, full_position.flatten(0, 1))
