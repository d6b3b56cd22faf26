"""When gathering first, all images get the positions of the first one's patches. Do all images select the
same patches?"""


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        selected = gather(patch_tokens, indices)
        positions = full_position[:, indices[0]]
        return selected + positions
    placed = patch_tokens + full_position
    return gather(placed, indices)
