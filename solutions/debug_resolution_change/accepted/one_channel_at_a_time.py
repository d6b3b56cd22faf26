"""Every channel is a picture of its own, and an nn.Upsample does the work."""

import torch
from torch import nn


def position_table_for(table, old_grid_size, new_grid_size):
    resize = nn.Upsample(size=tuple(new_grid_size), mode="bicubic", align_corners=False)
    columns = [resize(column.reshape(1, 1, *old_grid_size)).reshape(-1) for column in table.unbind(1)]
    return torch.stack(columns, dim=1)
