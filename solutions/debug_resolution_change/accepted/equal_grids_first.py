"""Equal grids get the table itself; a table that does not fit is refused, though nobody asks for that."""

import torch.nn.functional as F


class DoesNotFit(ValueError):
    pass


def position_table_for(table, old_grid_size, new_grid_size):
    h, w = old_grid_size
    if table.shape[0] != h * w:
        raise DoesNotFit(table.shape[0])
    if tuple(old_grid_size) == tuple(new_grid_size):
        return table
    x = table.unflatten(0, (h, w)).movedim(-1, 0)[None]
    x = F.interpolate(x, size=list(new_grid_size), mode="bicubic", align_corners=False)
    return x[0].movedim(0, -1).flatten(0, 1)
