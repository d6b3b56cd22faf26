"""A new table is laid out first and filled afterwards; the same size gives the table itself back."""

import torch.nn.functional as F


class LengthError(ValueError):
    pass


def interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    if position_embedding.shape[1] != h * w + 1:
        raise LengthError(position_embedding.shape[1])
    if (h, w) == (new_h, new_w):
        return position_embedding
    answer = position_embedding.new_empty(1, 1 + new_h * new_w, position_embedding.shape[2])
    answer[:, 0] = position_embedding[:, 0]
    for channel in range(position_embedding.shape[2]):
        picture = position_embedding[0, 1:, channel].reshape(1, 1, h, w)
        resized = F.interpolate(picture, size=[new_h, new_w], mode="bicubic", align_corners=False)
        answer[0, 1:, channel] = resized.flatten()
    return answer
