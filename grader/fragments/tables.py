"""The numbers of a picture as tables of text: what a screen reader reads, and what can be copied."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.escape import clean
from grader.markup import Markup, environment, trusted
from grader.pictures.panels import Panel
from grader.text import plural

MOST_LINES, MOST_LINES_OF_MANY, FEW_PANELS = 16, 8, 4
MAX_LABEL = 24


@dataclass(frozen=True)
class Window:
    """The part of a table that is shown: some rows and columns, and the entry that it is shown for."""

    top: int
    bottom: int
    left: int
    right: int
    around: tuple[int, int] | None


def tables(panels: Sequence[Panel]) -> Markup:
    """A table for each panel, under a sentence that says which part of it is shown."""
    most = MOST_LINES if len(panels) <= FEW_PANELS else MOST_LINES_OF_MANY
    windows = [_window(panel, panels, most) for panel in panels]
    told = dict.fromkeys(_told(panel, window) for panel, window in zip(panels, windows, strict=True))
    rendered = environment("grader.fragments").get_template("tables.html")
    return trusted(
        rendered.render(
            sentences=[sentence for sentence in told if sentence],
            tables=[_table(panel, window) for panel, window in zip(panels, windows, strict=True)],
        )
    )


def number_text(value: float) -> str:
    """A number that reads back as the same one: as a float32 is written, where it is one."""
    if not math.isfinite(value):
        return repr(value)
    with np.errstate(all="ignore"):
        short = np.float32(value)
    text = str(short) if float(short) == value else repr(value)
    return text if value == 0 and math.copysign(1, value) < 0 else text.removesuffix(".0")


# --------------------------------------------------------------------------- which part is shown


def _window(panel: Panel, panels: Sequence[Panel], most: int) -> Window:
    values = _grid(panel.values)
    around = _worst([each for each in panels if each.values.shape == panel.values.shape])
    ends = []
    for axis in (0, 1):
        count = values.shape[axis]
        first = 0 if around is None else max(0, min(around[axis] - most // 2, count - most))
        ends.append((first, min(first + most, count)))
    (top, bottom), (left, right) = ends
    return Window(top, bottom, left, right, around)


def _worst(panels: Sequence[Panel]) -> tuple[int, int] | None:
    """The wrong entry that is furthest away; the first wrong one where no panel says how far."""
    wrong = next((panel.wrong for panel in panels if panel.wrong is not None and panel.wrong.any()), None)
    if wrong is None:
        return None
    wrong = _grid(wrong)
    away = next((_grid(panel.values) for panel in panels if panel.levels == "difference"), None)
    far = wrong.astype("float64")
    if away is not None:
        far = np.where(wrong, np.where(np.isnan(away), np.inf, away), -1.0)
    row, column = np.unravel_index(int(far.argmax()), far.shape)
    return int(row), int(column)


def _grid(values: Any) -> Any:
    """A table; a line of numbers is one that goes down."""
    return values if values.ndim == 2 else values.reshape(-1, 1)


def _told(panel: Panel, window: Window) -> str:
    """What is shown of a table and what is not; "" if all of it is shown."""
    rows, columns = _grid(panel.values).shape
    left_out = rows * columns - (window.bottom - window.top) * (window.right - window.left)
    if not left_out:
        return ""
    # The last are named from the first that are shown: rows of joined axes have several numbers.
    shown_rows = _from_to("row", panel.row_label, window.top, window.bottom, rows)
    shown_columns = _from_to("column", _column(panel), window.left, window.right, columns)
    why = ""
    if window.around is not None:
        row, column = panel.row_label(window.around[0]), clean(_column(panel)(window.around[1]), MAX_LABEL)
        why = f", around the entry that is furthest off (row {row}, column {column})"
    return (
        f"Shown: {shown_rows}, {shown_columns}{why}. {plural(left_out, 'entry is', 'entries are')} left out."
    )


def _from_to(name: str, label: Any, first: int, end: int, count: int) -> str:
    if end - first == count:
        return f"the only {name}" if count == 1 else f"all {plural(count, name)}"
    if end - first == 1:
        return f"{name} {label(first)} of {count}"
    joined = "to" if label(first).isdigit() else "up to"
    return f"{name}s {clean(label(first), MAX_LABEL)} {joined} {clean(label(end - 1), MAX_LABEL)} of {count}"


# --------------------------------------------------------------------------- the tables


def _column(panel: Panel) -> Any:
    """What labels the columns; the only column of a line is called by what its numbers are."""
    if panel.values.ndim == 1:
        return lambda _: panel.rows or "value"
    return panel.column_label


def _table(panel: Panel, window: Window) -> dict[str, Any]:
    values, label = _grid(panel.values), _column(panel)
    wrong = np.zeros(values.shape, dtype=bool) if panel.wrong is None else _grid(panel.wrong)
    axis = panel.columns if panel.values.ndim == 1 else panel.rows
    across = "" if panel.values.ndim == 1 else panel.columns
    named = [f"{way}: {name}" for way, name in (("down", axis), ("across", across)) if name]
    return {
        "title": panel.title,
        "axes": ", ".join(named),
        "columns": [clean(label(column), MAX_LABEL) for column in range(window.left, window.right)],
        "rows": [
            (
                panel.row_label(row),
                [
                    (number_text(float(values[row, column])), bool(wrong[row, column]))
                    for column in range(window.left, window.right)
                ],
            )
            for row in range(window.top, window.bottom)
        ],
    }
