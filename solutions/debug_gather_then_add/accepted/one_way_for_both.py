"""Both values of the flag take the way that was right."""


def select_tokens(patch_tokens, indices, full_position, gather_first):
    del gather_first
    placed = patch_tokens + full_position
    return placed.gather(1, indices[:, :, None].expand(-1, -1, placed.shape[-1]))
