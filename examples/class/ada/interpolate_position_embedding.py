import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    old_h, old_w = old_grid_size
    new_h, new_w = new_grid_size
    n, d = pos_embedding.shape
    if n != old_h * old_w:
        raise ValueError(f"{n} rows do not make a {old_h} x {old_w} grid")

    # [N, D] -> [1, D, h, w]: the features are the channels of a small image
    image = pos_embedding.reshape(old_h, old_w, d).permute(2, 0, 1).unsqueeze(0)
    image = F.interpolate(image, size=(new_h, new_w), mode="bicubic", align_corners=False)
    return image.squeeze(0).permute(1, 2, 0).reshape(new_h * new_w, d)
