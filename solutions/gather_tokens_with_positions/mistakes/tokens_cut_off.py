"""The numbers are right, but no gradient comes back to the tokens: on the way they left torch's record of
what was computed. Which step does autograd not see?"""

import torch


def validated(patch_tokens, indices):
    if patch_tokens.ndim != 3 or indices.ndim != 2:
        raise ValueError("patch_tokens must be [B, N, D] and indices [B, K]")
    if patch_tokens.shape[0] != indices.shape[0]:
        raise ValueError("the batch sizes differ")
    indices = indices.to(torch.int64)
    if ((indices < 0) | (indices >= patch_tokens.shape[1])).any():
        raise ValueError("an index is out of range")
    return indices


def added(selected, positions):
    if positions.shape != selected.shape:
        raise ValueError("tokens and positions differ in shape")
    return selected + positions


def gather_tokens_with_positions(patch_tokens, indices, position_embedding):
    indices = validated(patch_tokens, indices)
    rows = [
        [image[n] for n in wanted]
        for image, wanted in zip(patch_tokens.tolist(), indices.tolist(), strict=True)
    ]
    selected = torch.tensor(rows, dtype=patch_tokens.dtype).reshape(*indices.shape, patch_tokens.shape[2])
    return added(selected, position_embedding(indices))
