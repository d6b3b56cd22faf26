"""The two ways agree now, because the one that was right gives the wrong answer too. Which of the two does
the statement define?"""


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        selected = gather(patch_tokens, indices)
        positions = full_position[:, : indices.shape[1]]
        return selected + positions
    selected = gather(patch_tokens, indices)
    return selected + full_position[:, : indices.shape[1]]
