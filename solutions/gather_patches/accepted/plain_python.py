"""Row by row in plain Python loops; torch only puts the rows together."""

import torch


def gather_patches(tokens, indices):
    if len(tokens.shape) != 3 or len(indices.shape) != 2 or len(tokens) != len(indices):
        raise ValueError("tokens [B, N, D] and indices [B, K] with the same B")
    patches = range(tokens.shape[1])
    images = []
    for image, numbers in zip(tokens, indices.tolist(), strict=True):
        if any(number not in patches for number in numbers):
            raise ValueError("there is no such patch")
        rows = [image[number] for number in numbers]
        images.append(torch.stack(rows) if rows else image[:0])
    return torch.stack(images)
