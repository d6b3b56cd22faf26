"""Arguments that do not fit give None instead of an exception. How does a caller learn of them?"""

import torch


def add_class_token(patch_tokens, class_token, position_embedding):
    images, patches, width = patch_tokens.shape
    if class_token.shape[2] != width or tuple(position_embedding.shape[1:]) != (patches + 1, width):
        return None
    first = class_token.expand(images, -1, -1)
    tokens = torch.cat([first, patch_tokens], dim=1)
    return tokens + position_embedding
