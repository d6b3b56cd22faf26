"""Plain loops over images and tokens, stacked at the end."""

import torch


def add_class_token(patch_tokens, class_token, position_embedding):
    width = patch_tokens.shape[2]
    for other in (class_token, position_embedding):
        if other.shape[2] != width:
            raise ValueError(f"a width of {other.shape[2]} instead of {width}")
    positions = list(position_embedding[0])
    if len(positions) != patch_tokens.shape[1] + 1:
        raise ValueError("the number of positions is wrong")
    images = []
    for image in patch_tokens:
        tokens = [class_token[0, 0], *image]
        images.append(torch.stack([token + place for token, place in zip(tokens, positions, strict=True)]))
    return torch.stack(images)
