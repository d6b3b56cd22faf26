"""Sizes that torch would stretch are refused by hand; what it cannot fit together becomes a ValueError."""

import torch


def add_class_token(patch_tokens, class_token, position_embedding):
    stretched = (class_token.size(-1), position_embedding.size(-1), position_embedding.size(-2))
    if 1 in stretched:
        raise ValueError("a size of 1 would be stretched")
    try:
        tokens = torch.cat([class_token.repeat(len(patch_tokens), 1, 1), patch_tokens], dim=-2)
        return tokens + position_embedding
    except RuntimeError as error:
        raise ValueError("sizes differ") from error
