"""Tables that are too large to be drawn cell by cell: neighbours share a dot."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.pictures.panels import Panel


@dataclass(frozen=True)
class Dots:
    """What is drawn of a panel: a number for each dot, and which dots hold a wrong entry.

    Attributes
    ----------
    down, across
        How many rows and columns of the table share a dot.
    """

    values: Any
    wrong: Any
    down: int
    across: int

    @property
    def rows(self) -> int:
        """How many dots there are from top to bottom."""
        return int(self.values.shape[0])

    @property
    def columns(self) -> int:
        """How many dots there are from left to right."""
        return int(self.values.shape[1])


def as_dots(panel: Panel, most_lines: int, most: int) -> Dots:
    """The dots of a panel, not more than so many on an axis and altogether."""
    rows, columns = panel.values.shape
    down, across = math.ceil(rows / most_lines), math.ceil(columns / most_lines)
    while math.ceil(rows / down) * math.ceil(columns / across) > most:
        down, across = (down + 1, across) if rows / down > columns / across else (down, across + 1)
    wrong = panel.wrong if panel.wrong is not None else np.zeros((rows, columns), dtype=bool)
    values = _joined(panel.values, panel.levels == "difference", down, across)
    return Dots(values, any_of(wrong, down, across), down, across)


def any_of(mask: Any, down: int, across: int) -> Any:
    """Which blocks of a mask hold something."""
    rows, columns = mask.shape
    tops, lefts = np.arange(0, rows, down), np.arange(0, columns, across)
    return np.logical_or.reduceat(np.logical_or.reduceat(mask, tops, axis=0), lefts, axis=1)


def _joined(values: Any, largest: bool, down: int, across: int) -> Any:
    """The mean of the numbers of each block, or the largest; not finite if one of them is not."""
    for axis, step in ((0, down), (1, across)):
        if step == 1:
            continue
        count = values.shape[axis]
        begins = np.arange(0, count, step)
        sizes = np.diff(np.append(begins, count))
        with np.errstate(all="ignore"):
            if largest:
                values = np.maximum.reduceat(values, begins, axis=axis)
            else:
                # Divided first: the sum of large numbers may be too large.
                parted = values / np.repeat(sizes, sizes).reshape((-1, 1) if axis == 0 else (1, -1))
                values = np.add.reduceat(parted, begins, axis=axis)
    return values
