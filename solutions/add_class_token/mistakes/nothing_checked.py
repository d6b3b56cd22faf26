"""Nothing is refused: sizes that do not fit end in an error of another type, or are stretched. Which
exceptions does the statement ask for?
"""

import torch


def add_class_token(patch_tokens, class_token, position_embedding):
    images, patches, width = patch_tokens.shape
    first = class_token.expand(images, 1, width)
    tokens = torch.cat([first, patch_tokens], dim=1)
    return tokens + position_embedding
