"""The patches are padded by a row of zeros in front, into which the class token is added."""

import torch.nn.functional as F


def add_class_token(patch_tokens, class_token, position_embedding):
    if class_token.shape[-1] != patch_tokens.shape[-1]:
        raise ValueError("width of the class token")
    room = F.pad(patch_tokens, (0, 0, 1, 0))
    if room.shape[1:] != position_embedding.shape[1:]:
        raise ValueError("shape of the positions")
    rest = F.pad(class_token, (0, 0, 0, patch_tokens.shape[1]))
    return room + rest + position_embedding
