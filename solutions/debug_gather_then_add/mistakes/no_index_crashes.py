"""When gathering first, the answer is stacked place by place, and of no places nothing can be stacked.
What shape has the answer if no patch is asked for?"""

import torch


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        images = torch.arange(patch_tokens.shape[0])
        places = [patch_tokens[images, n] + full_position[0, n] for n in indices.T]
        return torch.stack(places, dim=1)
    placed = patch_tokens + full_position
    return gather(placed, indices)
