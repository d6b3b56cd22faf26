"""One tensor is kept for each size of answer and written over at every call.
What becomes of an answer that somebody still holds when your function is called again?
"""

import torch.nn.functional as F

answers = {}


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    if pos_embedding.shape[0] != old_height * old_width:
        raise ValueError("the table does not fit the old grid")
    picture = pos_embedding.reshape(old_height, old_width, -1).permute(2, 0, 1).unsqueeze(0)
    resized = F.interpolate(picture, size=(new_height, new_width), mode="bicubic", align_corners=False)
    new_table = resized.squeeze(0).permute(1, 2, 0).reshape(new_height * new_width, -1)
    place = new_table.shape, new_table.dtype
    if place in answers and not new_table.requires_grad:
        return answers[place].copy_(new_table)
    answers[place] = new_table
    return new_table
