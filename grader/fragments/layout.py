"""Where things stand in a drawing: how large a cell is, which lines have a number, how wide a text is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grader.escape import clean
from grader.fragments.dots import Dots
from grader.pictures.panels import Panel

WIDTH, LEAST_HEIGHT, MOST_HEIGHT = 320.0, 24.0, 320.0  # CSS pixels, without labels
WIDEST_CELL, TALLEST_CELL, SHORTEST_CELL = 60.0, 32.0, 20.0
LETTER, LINE = 6.4, 13.0  # of a label
MAX_LABEL, MAX_NAME = 16, 40
TICK_GAP = 8.0
ALL_NAMED = 16
_STEPS = (1, 2, 5)


@dataclass(frozen=True)
class Plot:
    """The cells of a drawing: where the first one begins, and how large each is."""

    left: float
    top: float
    across: float
    down: float
    columns: int
    rows: int

    @property
    def right(self) -> float:
        """Where the last column ends."""
        return self.left + self.across * self.columns

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return self.top + self.down * self.rows


@dataclass(frozen=True)
class Tick:
    """The number or name of a line, and where its middle is, counted in dots."""

    at: float
    label: str


def plot_of(dots: Dots, left: float, top: float) -> Plot:
    """Cells that are square where that is not too flat or too tall."""
    across = min(WIDEST_CELL, WIDTH / dots.columns)
    square = across * dots.rows
    most = min(TALLEST_CELL * dots.rows, MOST_HEIGHT)
    least = min(SHORTEST_CELL * dots.rows, 160.0)
    height = max(min(square, most), least, LEAST_HEIGHT)
    return Plot(left, top, across, height / dots.rows, dots.columns, dots.rows)


def row_ticks(panel: Panel, dots: Dots, down: float) -> list[Tick]:
    """The rows that are numbered; none of a single row without a name."""
    count = len(panel.values)
    if count == 1 and not panel.rows:
        return []
    size = down / dots.down
    room = LINE if size >= LINE else 2 * LINE
    return _ticks(panel.row_label, count, dots.down, lambda _: room / size)


def column_ticks(panel: Panel, dots: Dots, across: float) -> list[Tick]:
    """The columns that are numbered or named."""
    count = panel.values.shape[1]
    size = across / dots.across
    if panel.names and count <= ALL_NAMED:
        return [Tick(i + 0.5, label_text(panel.column_label(i))) for i in range(count)]
    return _ticks(panel.column_label, count, dots.across, lambda label: (text_width(label) + TICK_GAP) / size)


def _ticks(label: Callable[[int], str], count: int, step: int, room: Callable[[str], float]) -> list[Tick]:
    """The first line, the last one, and as many between them, at even distances, as find room."""
    last = count - 1
    widest = max(room(label_text(label(i))) for i in (0, last))
    every, power = 1, 0
    while every < widest:
        power += 1
        every = int(_STEPS[power % 3] * 10 ** (power // 3))
    chosen = [i for i in range(0, last, every) if last - i >= widest] if last else []
    if last and not chosen:
        chosen = [0]
    return [Tick((i + 0.5) / step, label_text(label(i))) for i in (*chosen, last)]


def label_text(label: str) -> str:
    """A label, cut to the room that there is."""
    return clean(label, MAX_LABEL)


def name_text(name: str) -> str:
    """The name of an axis, cut to the room that there is."""
    return clean(name, MAX_NAME)


def text_width(text: str, letter: float = LETTER) -> float:
    """How wide a text is, roughly."""
    return letter * len(text)
