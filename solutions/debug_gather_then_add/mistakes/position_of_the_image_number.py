"""When gathering first, the row of the table was chosen by the number of the image. What do the rows of
the table stand for?"""

import torch


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        selected = gather(patch_tokens, indices)
        images = torch.arange(patch_tokens.shape[0]).unsqueeze(1) % full_position.shape[1]
        return selected + full_position[0, images]
    placed = patch_tokens + full_position
    return gather(placed, indices)
