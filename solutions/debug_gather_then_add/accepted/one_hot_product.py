"""Products with one-hot rows, exact because every sum has one term that is not zero."""

from torch.nn import functional


def select_tokens(patch_tokens, indices, full_position, gather_first):
    choice = functional.one_hot(indices, patch_tokens.shape[1]).to(patch_tokens.dtype)
    if gather_first:
        return choice @ patch_tokens + choice @ full_position
    return choice @ (patch_tokens + full_position)
