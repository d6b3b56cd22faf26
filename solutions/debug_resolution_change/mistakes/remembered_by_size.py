"""The answer is remembered by the two sizes and comes back for every other table of the same size.
What else does it depend on?
"""

import torch.nn.functional as F

resized_tables = {}


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    if (old_grid_size, new_grid_size) in resized_tables:
        return resized_tables[old_grid_size, new_grid_size]
    dim = table.shape[1]
    picture = table.reshape(old_height, old_width, dim).permute(2, 0, 1).unsqueeze(0)
    resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
    answer = resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, dim)
    resized_tables[old_grid_size, new_grid_size] = answer
    return answer
