"""When gathering first, all selected tokens of an image get the position of the first of them. Do they all
come from one patch?"""


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        selected = gather(patch_tokens, indices)
        positions = gather(full_position.expand_as(patch_tokens), indices[:, :1])
        return selected + positions
    placed = patch_tokens + full_position
    return gather(placed, indices)
