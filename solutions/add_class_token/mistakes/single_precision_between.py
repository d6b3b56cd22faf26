"""The answer has the right dtype, but the sum was made in single precision. Does a number in double precision
survive that?"""

import torch


def add_class_token(patch_tokens, class_token, position_embedding):
    images, patches, width = patch_tokens.shape
    if class_token.shape[2] != width or position_embedding.shape[2] != width:
        raise ValueError("the widths differ")
    if position_embedding.shape[1] != patches + 1:
        raise ValueError("the numbers of tokens and positions differ")
    tokens = torch.zeros(images, patches + 1, width)
    tokens[:, :1] = class_token
    tokens[:, 1:] = patch_tokens
    return (tokens + position_embedding.float()).to(patch_tokens.dtype)
