"""The answer is remembered by the two sizes and comes back for every other table of the same size.
What else does the answer depend on?
"""

import torch.nn.functional as F

resized_tables = {}


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    count, dim = pos_embedding.shape
    if count != old_height * old_width:
        raise ValueError("the table does not fit the old grid")
    key = old_grid_size, new_grid_size
    if key not in resized_tables:
        picture = pos_embedding.reshape(old_height, old_width, dim).permute(2, 0, 1).unsqueeze(0)
        resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
        resized_tables[key] = resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, dim)
    return resized_tables[key]
