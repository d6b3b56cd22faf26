"""Sine and cosine take turns inside each half of a vector. Look at one half of the very first
patch: how many zeros does it begin with, and how many should it?"""

import math


def axis_vector(position, d):
    entries = []
    for i in range(d // 2):
        angle = position / 10000 ** (2 * i / d)
        entries.append(math.sin(angle))
        entries.append(math.cos(angle))
    return entries


def pos_embed_2d(grid, dim):
    table = []
    for index in range(grid * grid):
        row, col = divmod(index, grid)
        vector = axis_vector(row, dim // 2) + axis_vector(col, dim // 2)
        table.append([round(v, 4) + 0.0 for v in vector])
    return table
