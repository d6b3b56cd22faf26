"""Rows are still cut off or repeated until their number fits.
Which part of the image do the first rows of a row-major table belong to?
"""


def position_table_for(table, old_grid_size, new_grid_size):
    old_height, old_width = old_grid_size
    new_height, new_width = new_grid_size
    num_old = old_height * old_width
    num_new = new_height * new_width
    if num_new <= num_old:
        return table[:num_new]
    times = (num_new + num_old - 1) // num_old
    return table.repeat(times, 1)[:num_new]
