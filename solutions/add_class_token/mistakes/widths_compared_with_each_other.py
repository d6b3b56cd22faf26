"""The class token and the positions are compared with each other, but not with the patches. Whose width is
the one that counts?
"""

import torch


def add_class_token(patch_tokens, class_token, position_embedding):
    images, patches, width = patch_tokens.shape
    if class_token.shape[2] != position_embedding.shape[2]:
        raise ValueError("the widths differ")
    if position_embedding.shape[1] != patches + 1:
        raise ValueError("there must be one position more than there are patches")
    first = class_token.expand(images, 1, class_token.shape[2])
    tokens = torch.cat([first, patch_tokens], dim=1)
    return tokens + position_embedding
