"""When gathering first, the selected tokens get the last positions of the table. Does the place in the
table depend on how many patches are selected?"""


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        selected = gather(patch_tokens, indices)
        positions = full_position[:, full_position.shape[1] - indices.shape[1] :]
        return selected + positions
    placed = patch_tokens + full_position
    return gather(placed, indices)
