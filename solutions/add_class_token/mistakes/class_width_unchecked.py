"""A class token of another width is left to the operations of torch, which stretch a width of 1 and raise
an error of another type otherwise. What should be asked before it is used?
"""

import torch


def add_class_token(patch_tokens, class_token, position_embedding):
    images, patches, width = patch_tokens.shape
    if position_embedding.shape[2] != width:
        raise ValueError("the positions have another width than the patches")
    if position_embedding.shape[1] != patches + 1:
        raise ValueError("there must be one position more than there are patches")
    first = class_token.expand(images, 1, width)
    tokens = torch.cat([first, patch_tokens], dim=1)
    return tokens + position_embedding
