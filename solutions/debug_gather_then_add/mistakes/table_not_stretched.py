"""The table is gathered with its batch axis of length 1. What does gather do with it if there are several
images?"""


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        selected = gather(patch_tokens, indices)
        positions = gather(full_position, indices)
        return selected + positions
    placed = patch_tokens + full_position
    return gather(placed, indices)
