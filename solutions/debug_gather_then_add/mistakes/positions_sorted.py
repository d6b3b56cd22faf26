"""When gathering first, the positions come in the order of the patches' numbers. Are the tokens in that
order too?"""


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        selected = gather(patch_tokens, indices)
        positions = gather(full_position.expand_as(patch_tokens), indices.sort(dim=1).values)
        return selected + positions
    placed = patch_tokens + full_position
    return gather(placed, indices)
