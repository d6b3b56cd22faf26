"""When gathering first, the selected tokens still get the first positions of the table. Which patch stands
in place 0 of the selection?"""


def gather(rows, indices):
    features = rows.shape[2]
    return rows.gather(1, indices.unsqueeze(2).expand(-1, -1, features))


def select_tokens(patch_tokens, indices, full_position, gather_first):
    if gather_first:
        selected = gather(patch_tokens, indices)
        positions = full_position[:, : indices.shape[1]]
        return selected + positions
    placed = patch_tokens + full_position
    return gather(placed, indices)
