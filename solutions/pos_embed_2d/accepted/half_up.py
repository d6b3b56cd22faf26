"""Ties go up: floor of the number plus a half. The division of a whole number never gives a negative zero."""

import math


def pos_embed_2d(grid, dim):
    d = dim // 2
    coordinates = [[0.0] * d for _ in range(grid)]
    for position, vector in enumerate(coordinates):
        for i in range(d // 2):
            angle = position / 10000 ** (2 * i / d)
            vector[i] = math.floor(math.sin(angle) * 10000 + 0.5) / 10000
            vector[i + d // 2] = math.floor(math.cos(angle) * 10000 + 0.5) / 10000
    return [[*rows, *columns] for rows in coordinates for columns in coordinates]
