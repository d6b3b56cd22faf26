"""Positions of another width are left to the addition, which stretches a width of 1 and raises an error of
another type otherwise. What should be asked before it?
"""

import torch


def add_class_token(patch_tokens, class_token, position_embedding):
    images, patches, width = patch_tokens.shape
    if class_token.shape[2] != width:
        raise ValueError("the class token has another width than the patches")
    if position_embedding.shape[1] != patches + 1:
        raise ValueError("there must be one position more than there are patches")
    first = class_token.expand(images, -1, -1)
    tokens = torch.cat([first, patch_tokens], dim=1)
    return tokens + position_embedding
