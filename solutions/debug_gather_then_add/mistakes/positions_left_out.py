"""When gathering first, no positions are added any more. How does the model know then where the patches
lay?"""


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        return gather(patch_tokens, indices)
    placed = patch_tokens + full_position
    return gather(placed, indices)
