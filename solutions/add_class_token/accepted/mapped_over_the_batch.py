"""One image is written down, vmap does the batch."""

import torch


def one_image(patches, token, positions):
    return torch.vstack([token, patches]) + positions


def add_class_token(patch_tokens, class_token, position_embedding):
    batch, count, width = patch_tokens.shape
    widths = {width, class_token.shape[2], position_embedding.shape[2]}
    if len(widths) > 1 or position_embedding.shape[1] != 1 + count:
        raise ValueError("the arguments do not fit together")
    return torch.vmap(one_image, in_dims=(0, None, None))(patch_tokens, class_token[0], position_embedding[0])
