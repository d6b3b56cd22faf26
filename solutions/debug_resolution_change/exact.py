"""The same table with exact fractions; rounded once, at the very end, and its gradient likewise."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import torch


def kernel(distance: Fraction) -> Fraction:
    """Give the weight of a neighbour at this distance, with a = -3/4."""
    a = Fraction(-3, 4)
    if distance <= 1:
        return (a + 2) * distance**3 - (a + 3) * distance**2 + 1
    if distance < 2:
        return a * distance**3 - 5 * a * distance**2 + 8 * a * distance - 4 * a
    return Fraction(0)


@cache
def axis_weights(old: int, new: int) -> tuple[dict[int, Fraction], ...]:
    """Give, for each new place along an axis, the weights of the old places."""
    places = []
    for index in range(new):
        centre = Fraction(2 * index + 1, 2) * Fraction(old, new) - Fraction(1, 2)
        base = centre.numerator // centre.denominator
        weights: dict[int, Fraction] = {}
        for tap in range(base - 1, base + 3):
            inside = min(max(tap, 0), old - 1)
            weights[inside] = weights.get(inside, Fraction(0)) + kernel(abs(centre - tap))
        places.append({tap: weight for tap, weight in weights.items() if weight})
    return tuple(places)


@cache
def grid_weights(old: tuple[int, int], new: tuple[int, int]) -> tuple[dict[int, Fraction], ...]:
    """Give, for each row of the new table, the weights of the rows of the old one."""
    return tuple(
        {r * old[1] + c: one * two for r, one in down.items() for c, two in across.items()}
        for down in axis_weights(old[0], new[0])
        for across in axis_weights(old[1], new[1])
    )


class Resize(torch.autograd.Function):
    """A weighted sum of rows and, backwards, the transposed sum."""

    @staticmethod
    def forward(ctx, table, old, new):
        ctx.sizes = old, new
        numbers = [[Fraction(value) for value in row] for row in table.tolist()]
        width = len(numbers[0])
        answer = [
            [float(sum(weight * numbers[row][k] for row, weight in weights.items())) for k in range(width)]
            for weights in grid_weights(old, new)
        ]
        return torch.tensor(answer, dtype=torch.float64).to(table.dtype)

    @staticmethod
    def backward(ctx, upstream):
        old, new = ctx.sizes
        width = upstream.shape[1]
        total = [[Fraction(0)] * width for _ in range(old[0] * old[1])]
        for weights, arrived in zip(grid_weights(old, new), upstream.tolist(), strict=True):
            for row, weight in weights.items():
                for k in range(width):
                    total[row][k] += weight * Fraction(arrived[k])
        gradient = [[float(value) for value in row] for row in total]
        return torch.tensor(gradient, dtype=torch.float64).to(upstream.dtype), None, None


def position_table_for(
    table: torch.Tensor, old_grid_size: tuple[int, int], new_grid_size: tuple[int, int]
) -> torch.Tensor:
    """Give the positions of the patches of another grid."""
    return Resize.apply(table, tuple(old_grid_size), tuple(new_grid_size))
