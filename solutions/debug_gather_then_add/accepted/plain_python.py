"""Place by place in plain Python loops; torch only adds and puts the rows together."""

import torch


def select_tokens(patch_tokens, indices, full_position, gather_first):
    images = []
    for b, numbers in enumerate(indices.tolist()):
        rows = []
        for n in numbers:
            rows.append(patch_tokens[b][n] + full_position[0][n])
        images.append(torch.stack(rows) if rows else patch_tokens[b][:0])
    return torch.stack(images)
