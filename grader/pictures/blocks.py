"""A small map of wrong entries, made of letters: it reads without colours, in any terminal."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.escape import clean
from grader.pictures.panels import Panel
from grader.text import plural

WRONG, SOME, RIGHT = "#", "+", "."
MEANING = {WRONG: "wrong", SOME: "partly wrong", RIGHT: "right"}
MAX_COLUMNS, MAX_ROWS = 72, 16
MIN_COLUMNS = 16
MAX_NAME = 24
RULER = 10


@dataclass(frozen=True)
class BlockMap:
    """The lines of a map.

    Attributes
    ----------
    head
        What stands above the marks: the name of the columns, and their numbers.
    rows
        What stands before each line of marks, and the marks.
    legend
        What the marks mean.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]
    legend: str

    def lines(self) -> list[str]:
        """The whole map."""
        return [*self.head, *(f"{label}{marks}" for label, marks in self.rows), self.legend]


def block_map(panel: Panel, width: int = MAX_COLUMNS) -> BlockMap:
    """The map of a panel's wrong entries.

    Parameters
    ----------
    panel
        A table with a mask of wrong entries.
    width
        How many columns the terminal has; a block of entries shares a mark where they are too many.
    """
    rows, columns = panel.wrong.shape
    down = math.ceil(rows / MAX_ROWS)
    labels = _labels(panel.row_label, rows, down) if panel.rows else [""] * math.ceil(rows / down)
    name = clean(panel.rows, MAX_NAME)
    gutter = len(name) + max(map(len, labels)) + 3
    across = math.ceil(columns / max(min(MAX_COLUMNS, width - gutter), MIN_COLUMNS))
    marks = _marks(panel.wrong, down, across)
    middle = (len(marks) - 1) // 2
    before = (
        f"{name if i == middle else '':<{len(name)}} {label:>{gutter - len(name) - 3}}  "
        for i, label in enumerate(labels)
    )
    head = [f"{'':<{gutter}}{line}" for line in _head(panel, columns, across)]
    return BlockMap(tuple(head), tuple(zip(before, marks, strict=True)), _legend(panel, marks, down, across))


def _marks(wrong: Any, down: int, across: int) -> list[str]:
    """A letter for each block of entries."""
    rows, columns = wrong.shape
    tops, lefts = np.arange(0, rows, down), np.arange(0, columns, across)
    counts = np.add.reduceat(np.add.reduceat(wrong.astype(int), tops, axis=0), lefts, axis=1)
    heights, widths = np.diff(np.append(tops, rows)), np.diff(np.append(lefts, columns))
    sizes = np.outer(heights, widths)
    letters = np.where(counts == 0, RIGHT, np.where(counts == sizes, WRONG, SOME))
    return ["".join(line) for line in letters.tolist()]


def _labels(label: Callable[[int], str], count: int, step: int) -> list[str]:
    """The number of each line, or those of the first and last that share a mark."""
    ends = ((begin, min(begin + step, count) - 1) for begin in range(0, count, step))
    return [label(first) if first == last else f"{label(first)}-{label(last)}" for first, last in ends]


def _head(panel: Panel, columns: int, across: int) -> list[str]:
    """The name of the columns, and the number of every tenth mark or of each; of a dict, its names."""
    if panel.names:
        return [", ".join(clean(name, MAX_NAME) for name in panel.names)]
    marks = math.ceil(columns / across)
    every = 1 if columns <= RULER and across == 1 else RULER
    ruler = "".join(f"{panel.column_label(i * across):<{every}}" for i in range(0, marks, every))
    spread = f"{panel.columns} 0-{columns - 1}" if columns > 1 else panel.columns
    return [clean(spread), ruler.rstrip()]


def _legend(panel: Panel, marks: list[str], down: int, across: int) -> str:
    """What the marks mean, and how many entries share one."""
    used = [mark for mark in MEANING if mark != SOME or down * across > 1]
    told = "   ".join(f"{mark} {MEANING[mark]}" for mark in used)
    if down * across == 1:
        return told
    sizes = [(down, panel.rows or "row"), (across, panel.columns or "column")]
    return f"{told}   (each mark: {' x '.join(_counted(count, name) for count, name in sizes)})"


def _counted(count: int, name: str) -> str:
    """A count of what an axis is made of: "3 patches"; several axes joined have rows."""
    name = "row" if "," in name else clean(name, MAX_NAME)
    first, blank, rest = name.partition(" ")
    ending = "es" if first.endswith(("s", "x", "ch", "sh")) else "s"
    return plural(count, name, f"{first}{ending}{blank}{rest}")
