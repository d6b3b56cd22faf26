"""When gathering first, the positions are right now, but the tokens are the first ones of each image.
Which tokens are to be selected?"""


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        selected = patch_tokens[:, : indices.shape[1]]
        positions = gather(full_position.expand_as(patch_tokens), indices)
        return selected + positions
    placed = patch_tokens + full_position
    return gather(placed, indices)
