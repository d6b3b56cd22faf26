"""An empty answer is filled piece by piece."""

import torch


def add_class_token(patch_tokens, class_token, position_embedding):
    batch, count, width = patch_tokens.shape
    if tuple(class_token.shape) != (1, 1, width):
        raise ValueError("class_token")
    if tuple(position_embedding.shape) != (1, count + 1, width):
        raise ValueError("position_embedding")
    answer = torch.empty(batch, count + 1, width, dtype=patch_tokens.dtype)
    answer[:, 0] = class_token[0, 0]
    answer[:, 1:] = patch_tokens
    answer += position_embedding
    return answer
