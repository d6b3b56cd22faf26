"""What does not fit is refused with an AssertionError. Which type of exception does the statement name?"""

import torch


def add_class_token(patch_tokens, class_token, position_embedding):
    images, patches, width = patch_tokens.shape
    assert class_token.shape[2] == width
    assert position_embedding.shape[2] == width
    assert position_embedding.shape[1] == patches + 1
    first = class_token.expand(images, -1, -1)
    tokens = torch.cat([first, patch_tokens], dim=1)
    return tokens + position_embedding
