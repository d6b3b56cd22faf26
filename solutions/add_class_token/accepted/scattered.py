"""Tokens are written to their places by index_copy and index_add, the class token once per image."""

import torch


def check(patch_tokens, class_token, position_embedding):
    width, places = patch_tokens.shape[2], patch_tokens.shape[1] + 1
    problems = []
    if class_token.shape[2] != width:
        problems.append("the class token has another width")
    if position_embedding.shape[2] != width:
        problems.append("the positions have another width")
    if position_embedding.shape[1] != places:
        problems.append("there are too many or too few positions")
    if problems:
        raise ValueError("; ".join(problems))


def add_class_token(patch_tokens, class_token, position_embedding):
    check(patch_tokens, class_token, position_embedding)
    batch, count, _ = patch_tokens.shape
    answer = position_embedding.repeat(batch, 1, 1)
    answer = answer.index_add(1, torch.arange(1, count + 1), patch_tokens)
    return answer.index_add(1, torch.zeros(1, dtype=torch.int64), class_token.expand(batch, 1, -1))
