"""When gathering first, tokens and positions were both sorted by the number of the patch. They fit
together now, but in which order were they asked for?"""


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        indices = indices.sort(dim=1).values
        selected = gather(patch_tokens, indices)
        positions = gather(full_position.expand_as(patch_tokens), indices)
        return selected + positions
    placed = patch_tokens + full_position
    return gather(placed, indices)
