"""When gathering first, the tokens are taken out of lists, so no gradient comes back to them. Which step
does autograd not see?"""

import torch


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        pairs = zip(patch_tokens.tolist(), indices.tolist(), strict=True)
        rows = [[image[n] for n in wanted] for image, wanted in pairs]
        selected = torch.tensor(rows, dtype=patch_tokens.dtype).reshape(*indices.shape, patch_tokens.shape[2])
        positions = gather(full_position.expand_as(patch_tokens), indices)
        return selected + positions
    placed = patch_tokens + full_position
    return gather(placed, indices)
