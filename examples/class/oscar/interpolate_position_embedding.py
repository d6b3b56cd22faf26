import torch
import torch.nn.functional as F


def interpolate_position_embedding(pos_embedding: torch.Tensor, old_grid_size, new_grid_size) -> torch.Tensor:
    width, height = old_grid_size
    new_width, new_height = new_grid_size
    if pos_embedding.shape[0] != width * height:
        raise ValueError("the table does not fill the grid")
    image = pos_embedding.T.reshape(1, -1, height, width)
    image = F.interpolate(image, size=(new_height, new_width), mode="bicubic", align_corners=False)
    return image.flatten(start_dim=2).squeeze(0).T
