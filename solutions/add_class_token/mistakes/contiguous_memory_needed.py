"""The tensors are taken apart by view, which fails for a tensor that is a transposed view of another one.
Does anything in the step need the memory in order?
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
    tokens = torch.cat([first.flatten(1), patch_tokens.view(images, -1)], dim=1).view(
        images, patches + 1, width
    )
    return tokens + position_embedding
