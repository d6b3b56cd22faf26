"""Rounding by way of formatted text."""

import math


class Axis:
    def __init__(self, width):
        self.omegas = [math.pow(10000.0, -2.0 * i / width) for i in range(width // 2)]

    def __call__(self, position):
        sines = [math.sin(position * omega) for omega in self.omegas]
        cosines = [math.cos(position * omega) for omega in self.omegas]
        return sines + cosines


def four_decimals(value):
    text = f"{value:.4f}"
    return 0.0 if text == "-0.0000" else float(text)


def pos_embed_2d(grid, dim):
    axis = Axis(dim // 2)
    return [list(map(four_decimals, axis(i // grid) + axis(i % grid))) for i in range(grid * grid)]
