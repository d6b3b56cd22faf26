"""Two matrices of zeros and ones put patches and class token into their places."""

import torch


def add_class_token(patch_tokens, class_token, position_embedding):
    batch, count, width = patch_tokens.shape
    if class_token.shape[2] != width or position_embedding.shape[2] != width:
        raise ValueError("widths differ")
    if position_embedding.shape[1] != count + 1:
        raise ValueError("lengths differ")
    dtype = patch_tokens.dtype
    unit = torch.eye(count + 1, dtype=torch.float64)
    wide = torch.einsum("ti,bid->btd", unit[:, 1:], patch_tokens.double())
    wide = wide + torch.einsum("t,d->td", unit[:, 0], class_token[0, 0].double())
    return (wide + position_embedding.double()).to(dtype)
