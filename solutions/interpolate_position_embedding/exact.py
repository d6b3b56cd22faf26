"""The same, with the weights as exact fractions and the sums in double precision."""

import math
from fractions import Fraction

import torch

A = Fraction(-3, 4)


def kernel(distance):
    """Keys' cubic kernel with a = -3/4."""
    if distance <= 1:
        return (A + 2) * distance**3 - (A + 3) * distance**2 + 1
    if distance < 2:
        return A * distance**3 - 5 * A * distance**2 + 8 * A * distance - 4 * A
    return Fraction(0)


def weights(old, new):
    """What each of the old places along one axis gives to each of the new ones, [new, old]."""
    table = [[Fraction(0)] * old for _ in range(new)]
    for i in range(new):
        place = Fraction(2 * i + 1, 2) * Fraction(old, new) - Fraction(1, 2)
        first = math.floor(place) - 1
        for j in range(first, first + 4):
            table[i][min(max(j, 0), old - 1)] += kernel(abs(place - j))
    return torch.tensor([[float(weight) for weight in row] for row in table], dtype=torch.float64)


def interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size):
    (old_height, old_width), (new_height, new_width) = old_grid_size, new_grid_size
    if pos_embedding.shape[0] != old_height * old_width:
        raise ValueError("the table does not fit its grid")
    picture = pos_embedding.to(torch.float64).reshape(old_height, old_width, -1)
    rows, columns = weights(old_height, new_height), weights(old_width, new_width)
    answer = torch.einsum("ih,jw,hwd->ijd", rows, columns, picture)
    return answer.reshape(new_height * new_width, -1).to(pos_embedding.dtype)
