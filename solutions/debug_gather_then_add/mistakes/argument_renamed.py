"""The program is right, but an argument has another name than before. What happens to those who call it by
name?"""


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, positions, gather_first):
    if gather_first:
        return gather(patch_tokens, indices) + gather(positions.expand_as(patch_tokens), indices)
    return gather(patch_tokens + positions, indices)
