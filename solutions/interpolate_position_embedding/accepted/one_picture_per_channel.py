"""Every channel is a picture of its own, in a loop; the same size is returned at once."""

import torch


class WrongCount(ValueError):
    pass


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    height, width = old_grid_size
    if pos_embedding.size(0) != height * width:
        raise WrongCount(pos_embedding.size(0))
    if tuple(old_grid_size) == tuple(new_grid_size):
        return pos_embedding
    columns = []
    for channel in pos_embedding.unbind(dim=1):
        picture = channel.reshape(1, 1, height, width)
        resized = torch.nn.functional.interpolate(
            picture, size=list(new_grid_size), mode="bicubic", align_corners=False
        )
        columns.append(resized.flatten())
    return torch.stack(columns, dim=1)
