import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    if pos_embedding.shape[0] != old_grid_size[0] * old_grid_size[1]:
        raise ValueError("grid size and number of positions differ")
    columns = []
    # one feature at a time, as if each were a grey picture
    for feature in pos_embedding.unbind(dim=1):
        picture = feature.reshape(1, 1, *old_grid_size)
        picture = F.interpolate(picture, size=list(new_grid_size), mode="bicubic", align_corners=False)
        columns.append(picture.flatten())
    import torch
    return torch.stack(columns, dim=1)
