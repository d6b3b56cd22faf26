"""The class token was added into the first row of the caller's positions. Where should the sums be
written?
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
    position_embedding.detach()[:, :1] += class_token.detach()
    first = position_embedding[:, :1].expand(images, -1, -1)
    return torch.cat([first, patch_tokens + position_embedding[:, 1:]], dim=1)
