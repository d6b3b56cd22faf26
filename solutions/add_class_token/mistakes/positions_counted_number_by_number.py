"""Only how many numbers the positions hold was compared, and then they were brought into shape. Could another
table hold as many?"""

import torch


def add_class_token(patch_tokens, class_token, position_embedding):
    images, patches, width = patch_tokens.shape
    if class_token.numel() != width:
        raise ValueError("the class token has another width")
    if position_embedding.numel() != (patches + 1) * width:
        raise ValueError("not one position for every token")
    positions = position_embedding.reshape(1, patches + 1, width)
    return torch.cat([class_token.repeat(images, 1, 1), patch_tokens], dim=1) + positions
