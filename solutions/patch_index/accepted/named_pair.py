"""A named pair, and an error class of its own."""

from typing import NamedTuple


class NotInGridError(ValueError):
    """This patch is not in the grid."""


class Place(NamedTuple):
    row: int
    col: int


class Grid:
    def __init__(self, width):
        if width <= 0:
            raise NotInGridError(f"a width of {width}")
        self.width = width

    def number(self, place):
        if place.row < 0 or place.col not in range(self.width):
            raise NotInGridError(str(place))
        return place.row * self.width + place.col

    def place(self, number):
        if number < 0:
            raise NotInGridError(f"a number of {number}")
        col = number % self.width
        return Place((number - col) // self.width, col)


def patch_index(row, col, grid_width):
    return Grid(grid_width).number(Place(row, col))


def patch_row_col(index, grid_width):
    return Grid(grid_width).place(index)
