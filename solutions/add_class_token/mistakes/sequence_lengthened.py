"""The whole table was added to the class token alone, which made many rows of it, and the patches follow
after that. How many tokens should come out?
"""

import torch


def add_class_token(patch_tokens, class_token, position_embedding):
    images, patches, width = patch_tokens.shape
    if class_token.shape[2] != width:
        raise ValueError("the class token has another width than the patches")
    if position_embedding.shape[2] != width:
        raise ValueError("the positions have another width than the patches")
    if position_embedding.shape[1] != patches + 1:
        raise ValueError("there must be one position more than there are patches")
    first = class_token.expand(images, -1, -1)
    return torch.cat([first + position_embedding, patch_tokens + position_embedding[:, 1:]], dim=1)
