"""The rows of the table are repeated or cut off until their number fits.
Where in the image does the first repeated row lie, and whose position does it get?
"""


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    h, w = old_grid_size
    new_h, new_w = new_grid_size
    n, d = pos_embedding.shape
    if n != h * w:
        raise ValueError("the table does not fit the old grid")
    times = -(-new_h * new_w // n)
    return pos_embedding.repeat(times, 1)[: new_h * new_w]
