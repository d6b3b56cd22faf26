"""Row 0 of the table is kept back for a class token, so patches lose their first row.
Whose position is row 0 of this table?
"""

import torch
import torch.nn.functional as F


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    dim = table.shape[1]
    kept = table[:1]
    picture = table.roll(-1, 0).reshape(old_height, old_width, dim).permute(2, 0, 1).unsqueeze(0)
    resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
    rows = resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, dim)
    return torch.cat([kept, rows[:-1]])
