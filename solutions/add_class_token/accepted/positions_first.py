"""Each part gets its own rows of the positions before the parts are joined."""

import torch


class SizesDiffer(ValueError):
    pass


def add_class_token(patch_tokens, class_token, position_embedding):
    if not patch_tokens.size(-1) == class_token.size(-1) == position_embedding.size(-1):
        raise SizesDiffer("widths")
    if position_embedding.size(1) - patch_tokens.size(1) != 1:
        raise SizesDiffer("lengths")
    patches = patch_tokens + position_embedding[:, 1:]
    first = class_token + position_embedding[:, :1]
    return torch.cat((first.repeat(patch_tokens.size(0), 1, 1), patches), dim=1)
