"""No width is compared: what does not fit is left to torch. Which sizes does the statement want compared?"""

import torch


def add_class_token(patch_tokens, class_token, position_embedding):
    images, patches, width = patch_tokens.shape
    if position_embedding.shape[1] != patches + 1:
        raise ValueError("there must be one position more than there are patches")
    first = class_token.expand(images, 1, width)
    tokens = torch.cat([first, patch_tokens], dim=1)
    return tokens + position_embedding
