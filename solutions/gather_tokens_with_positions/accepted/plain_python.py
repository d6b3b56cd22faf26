"""Row by row in plain Python loops; torch only adds and puts the rows together."""

import torch


def gather_tokens_with_positions(patch_tokens, indices, position_embedding):
    if len(patch_tokens.shape) != 3 or len(indices.shape) != 2:
        raise ValueError("tokens [B, N, D], indices [B, K]")
    batch, patches, width = patch_tokens.shape
    if batch != indices.shape[0]:
        raise ValueError("as many rows of indices as images")
    numbers = indices.tolist()
    for row in numbers:
        for number in row:
            if number < 0 or number >= patches:
                raise ValueError(f"there is no patch {number}")
    positions = position_embedding(indices)
    if list(positions.shape) != [batch, len(numbers[0]), width]:
        raise ValueError("one position for each token, as wide as the token")
    answer = []
    for b in range(batch):
        rows = []
        for k in range(len(numbers[b])):
            rows.append(patch_tokens[b][numbers[b][k]] + positions[b][k])
        answer.append(torch.stack(rows) if rows else patch_tokens[b][:0])
    return torch.stack(answer)
