"""All axes of length 1 were removed from the table, not only that of the batch. What if an image has a
single patch?"""


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        selected = gather(patch_tokens, indices)
        positions = full_position.squeeze()[indices]
        return selected + positions
    placed = patch_tokens + full_position
    return gather(placed, indices)
