"""When gathering first, the positions are detached, so the table learns nothing that way. What gradient
does the statement ask for?"""


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        selected = gather(patch_tokens, indices)
        positions = gather(full_position.detach().expand_as(patch_tokens), indices)
        return selected + positions
    placed = patch_tokens + full_position
    return gather(placed, indices)
