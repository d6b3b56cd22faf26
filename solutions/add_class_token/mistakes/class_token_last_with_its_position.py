"""The class token, with its own position, stands behind the patches. Which token comes first in the
answer?
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
    tokens = torch.cat([first, patch_tokens], dim=1)
    total = tokens + position_embedding
    return torch.cat([total[:, 1:], total[:, :1]], dim=1)
