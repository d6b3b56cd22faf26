"""Indexing the table with all indices kept its batch axis too, so the sum has one axis too many. What
shape has the answer to have?"""


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        selected = gather(patch_tokens, indices)
        positions = full_position[:, indices]
        return selected + positions
    placed = patch_tokens + full_position
    return gather(placed, indices)
