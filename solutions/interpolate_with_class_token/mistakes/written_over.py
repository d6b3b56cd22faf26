"""One tensor is kept for each size of answer and written over at every call.
What becomes of an answer that somebody still holds when your function is called again?
"""

import torch
import torch.nn.functional as F

answers = {}


def interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    _, length, dim = position_embedding.shape
    if length != 1 + old_height * old_width:
        raise ValueError("the table does not fit the old grid")
    class_row, patch_rows = position_embedding[:, :1], position_embedding[:, 1:]
    picture = patch_rows.reshape(1, old_height, old_width, dim).permute(0, 3, 1, 2)
    resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
    new_rows = resized.permute(0, 2, 3, 1).reshape(1, new_height * new_width, dim)
    new_table = torch.cat([class_row, new_rows], dim=1)
    place = new_table.shape, new_table.dtype
    if place in answers and not new_table.requires_grad:
        return answers[place].copy_(new_table)
    answers[place] = new_table
    return new_table
