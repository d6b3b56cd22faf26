"""Rows are picked at even steps from the whole list, so they come from all parts of the table.
Does a step along the list mean the same in a grid of another width?
"""


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    num_old = old_height * old_width
    num_new = new_height * new_width
    picked = [place * num_old // num_new for place in range(num_new)]
    return table[picked]
