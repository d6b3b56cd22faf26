"""Each axis of the grid is cut off or repeated by itself.
The neighbours fit now; but do both grids cover the same image?
"""


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    grid = table.reshape(old_height, old_width, -1)
    down = (new_height + old_height - 1) // old_height
    across = (new_width + old_width - 1) // old_width
    tiled = grid.repeat(down, across, 1)[:new_height, :new_width]
    return tiled.reshape(new_height * new_width, -1)
