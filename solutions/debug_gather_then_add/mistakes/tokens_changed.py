"""The positions are added into the caller's tokens. What do these hold at the second call?"""


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    patch_tokens += full_position
    return gather(patch_tokens, indices)
