"""A picture as plain data: panels of numbers, whose axes have names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from grader.codec import number
from grader.compare import entries, items
from grader.model import Array, Exercise, Mapping, Number, Packed, Sequence, Text, Value

Levels = Literal["sequential", "signed", "difference"]
ANSWER = "answer"


@dataclass(frozen=True)
class Panel:
    """A table of numbers, or a line of them, to be drawn.

    Attributes
    ----------
    title
        What to look at.
    rows, columns
        The names of the axes; of a line, of what its numbers are and of what they follow.
    values
        A numpy array of float64 with two axes, or with one for a line.
    levels
        Colours from low to high, from negative over zero to positive, or from right to wrong.
    scale
        Panels of one scale share their colours' range; "" for a range of its own.
    wrong
        Which numbers are to be framed, or None.
    leading
        The sizes of the axes that were joined into the rows, where there are several.
    names
        The names of the columns, where they have no numbers.
    """

    title: str
    rows: str
    columns: str
    values: Any
    levels: Levels = "sequential"
    scale: str = ""
    wrong: Any = None
    leading: tuple[int, ...] = ()
    names: tuple[str, ...] = ()

    def row_label(self, row: int) -> str:
        """The number of a row; where several axes were joined, the number on each."""
        return ", ".join(str(int(i)) for i in np.unravel_index(row, self.leading or (len(self.values),)))

    def column_label(self, column: int) -> str:
        """The number or the name of a column."""
        return self.names[column] if self.names else str(column)


@dataclass(frozen=True)
class Picture:
    """Panels side by side, under a title and what is to be seen in them."""

    title: str
    panels: tuple[Panel, ...]
    told: str = ""


@dataclass(frozen=True)
class Numbers:
    """The numbers of a value, as a numpy array; with the names of the entries of a dict."""

    array: Any
    names: tuple[str, ...] = field(default=())


def numbers(value: Value | None, names: tuple[str, ...] = ()) -> Numbers | None:
    """The numbers of a value that can be drawn; None if there are none, or they do not make a table.

    The entries of a dict stand in its own order, or in that of ``names`` where these are its names.
    """
    if isinstance(value, Mapping):
        return _of_mapping(value, names)
    array = _array(value)
    return Numbers(array) if array is not None and array.size else None


def _of_mapping(value: Mapping, names: tuple[str, ...]) -> Numbers | None:
    held = {name.value: _array(item) for name, item in value.items if isinstance(name, Text)}
    if len(held) != len(value.items) or not held or any(a is None or a.ndim for a in held.values()):
        return None
    order = names if set(names) == set(held) else tuple(held)
    return Numbers(np.array([held[name] for name in order]), order)


def _array(value: Value | None) -> Any:
    """The numbers of a value as they are, or None."""
    if isinstance(value, Array):
        array = entries(value) if value.data is not None else None
        return array if array is not None and array.dtype.kind in "biuf" else None
    if isinstance(value, Packed):
        return np.frombuffer(value.data, dtype="<f8").reshape(value.shape)
    if isinstance(value, Number):
        return _scalar(value)
    if isinstance(value, Sequence) and value.kind in ("list", "tuple"):
        inner = [_array(item) for item in items(value)]
        shapes = {None if array is None else array.shape for array in inner}
        return np.stack(inner) if len(shapes) == 1 and None not in shapes else None
    return None


def _scalar(value: Number) -> Any:
    told = number(value)
    try:
        return None if isinstance(told, complex) else np.array(float(told))
    except OverflowError:  # an integer that no float can hold
        return None


def axis_names(exercise: Exercise, part: str, axes: int) -> tuple[str, ...]:
    """The names of the axes of a part: the author's where there are so many, otherwise rows and columns."""
    given = dict(exercise.axes)
    fitting = (given[name] for name in (part, ANSWER) if len(given.get(name, ())) == axes != 0)
    return next(fitting, plain_names(axes))


def plain_names(axes: int) -> tuple[str, ...]:
    """Names for axes of which nobody says what they are, as messages name them, too."""
    middle = (f"axis {i}" for i in range(1, axes - 2))
    return ("item", *middle, "row", "column")[-axes:] if axes else ()


def table(
    title: str,
    shown: Numbers,
    axes: tuple[str, ...],
    *,
    levels: Levels = "sequential",
    scale: str = "",
    wrong: Any = None,
) -> Panel:
    """The panel of an array of any number of axes: the last one makes the columns, all others the rows."""
    leading = shown.array.shape[:-1]
    width = shown.array.shape[-1] if shown.array.ndim else 1
    return Panel(
        title,
        ", ".join(axes[:-1]),
        axes[-1] if axes and not shown.names else "",
        shown.array.reshape(-1, width).astype("float64"),
        levels,
        scale,
        None if wrong is None else np.reshape(wrong, (-1, width)),
        leading if len(leading) > 1 else (),
        shown.names,
    )


def size(array: Any) -> str:
    """The shape of an array in words."""
    return " x ".join(map(str, array.shape)) if array.ndim else "a single number"


def signed(*arrays: Any) -> Levels:
    """The colours for numbers: those with a middle if there are negative and positive ones."""
    low, high = limits(*arrays)
    return "signed" if low < 0 < high else "sequential"


def limits(*arrays: Any) -> tuple[float, float]:
    """The least and the largest finite number; 0 and 0 if there is none."""
    finite = [array[np.isfinite(array)] for array in arrays]
    kept = [array for array in finite if array.size]
    if not kept:
        return 0.0, 0.0
    return min(float(array.min()) for array in kept), max(float(array.max()) for array in kept)
