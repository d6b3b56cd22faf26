"""When gathering first, the answer is brought to single precision. What dtype is it to have if the tokens
are in double precision?"""

import torch


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        selected = gather(patch_tokens, indices)
        positions = gather(full_position.expand_as(patch_tokens), indices)
        return (selected + positions).to(torch.float32)
    placed = patch_tokens + full_position
    return gather(placed, indices)
