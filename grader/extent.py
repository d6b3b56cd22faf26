"""Where wrong entries lie, in words: a phrase from a mask."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

SCATTERED = "scattered entries"
MAX_LISTED = 4
_ORDINALS = {2: "second", 3: "third", 4: "fourth"}
_LAST_NAMES = {1: ("position",), 2: ("row", "column"), 3: ("item", "row", "column")}

_OF_SEVERAL = ("the first half", "the second half", "every ")

Noun = tuple[str, str, str]
"""One line of an axis, several of them, and what stands behind their numbers."""


def extent(wrong: Any) -> str:
    """Say in a phrase which entries of an array are wrong.

    Parameters
    ----------
    wrong
        Boolean array of any number of axes. One axis has positions, two have rows and columns, and a
        third before them has items, each of them a table; further axes are told by their number.

    Returns
    -------
    str
        The phrase; empty if nothing is wrong or there is one entry at most. It never tells how many
        entries there are.
    """
    wrong = np.asarray(wrong, dtype=bool)
    count = int(wrong.sum())
    if not count or wrong.size <= 1:
        return ""
    if count == wrong.size:
        return "every entry"
    touched = _touched(wrong)
    if _is_block(touched, count):
        return _block(touched) or _excepted(wrong) or _listed(touched) or _scattered(touched, count)
    return _excepted(wrong) or _part(touched) or _scattered(touched, count)


def _touched(wrong: Any) -> list[Any]:
    """For each axis, which of its lines hold a wrong entry."""
    axes = range(wrong.ndim)
    return [wrong.any(axis=tuple(other for other in axes if other != axis)) for axis in axes]


def _is_block(touched: list[Any], count: int) -> bool:
    """Whether all entries are wrong where touched lines of all axes cross."""
    return prod(int(lines.sum()) for lines in touched) == count


def _nouns(axes: int) -> tuple[Noun, ...]:
    if axes in _LAST_NAMES:
        return tuple((name, f"{name}s", "") for name in _LAST_NAMES[axes])
    middle = tuple(("index", "indices", f" of axis {axis}") for axis in range(1, axes - 2))
    item, row, column = _nouns(3)
    return (item, *middle, row, column)


# --------------------------------------------------------------------------- whole blocks


def _block(touched: list[Any]) -> str:
    """A block of whole lines; "" where no short phrase names its lines."""
    nouns = _nouns(len(touched))
    partial = [axis for axis, lines in enumerate(touched) if not lines.all()]
    missing = [_missing(touched[axis], nouns[axis]) for axis in partial]
    if all(missing):
        return f"everything but {' and '.join(missing)}"
    named = [
        (axis, _lines(touched[axis], nouns[axis]))
        for axis, line in zip(partial, missing, strict=True)
        if not line
    ]
    if not all(phrase for _, phrase in named):
        return ""
    phrase = _crossing([phrase for _, phrase in reversed(named)])
    if any(missing):
        return f"{phrase}, except in {' and '.join(line for line in missing if line)}"
    whole = len(touched) > 1 and len(named) == 1 and int(touched[named[0][0]].sum()) == 1
    return f"all of {phrase}" if whole else phrase


def _crossing(phrases: list[str]) -> str:
    """Where lines cross, the innermost first: columns 3 to 5 of row 2."""
    told = phrases[-1]
    for before in reversed(phrases[:-1]):
        link = ", in " if before.startswith(_OF_SEVERAL) else " of "
        told = f"{before}{link}{told}"
    return told


def _missing(lines: Any, noun: Noun) -> str:
    """The one line of three or more that is not touched."""
    if len(lines) < 3 or int(lines.sum()) != len(lines) - 1:
        return ""
    return _name(int(np.flatnonzero(~lines)[0]), len(lines), noun)


def _excepted(wrong: Any) -> str:
    """Everything but a block; "" where the right entries are none, or half of all."""
    right = ~wrong
    count = int(right.sum())
    if 2 * count > wrong.size:
        return ""
    touched = _touched(right)
    if not _is_block(touched, count):
        return ""
    phrase = _block(touched)
    two_turns = not phrase or "but" in phrase or "except" in phrase
    return "" if two_turns else f"everything but {phrase.removeprefix('all of ')}"


def _listed(touched: list[Any]) -> str:
    """Whole lines that follow no rule, the first of them by their numbers; "" where lines are not whole."""
    partial = [axis for axis, lines in enumerate(touched) if not lines.all()]
    if len(touched) == 1 or len(partial) > 1:
        return _part(touched)
    index = np.flatnonzero(touched[partial[0]])
    _, many, behind = _nouns(len(touched))[partial[0]]
    return f"{len(index)} whole {many}{behind} ({', '.join(map(str, index[:MAX_LISTED]))}, ...)"


# --------------------------------------------------------------------------- parts of lines


def _part(touched: list[Any]) -> str:
    """The lines that hold all wrong entries and right ones, too, if they are half of them at the most."""
    if len(touched) == 1:
        return ""
    nouns = _nouns(len(touched))
    for axis in sorted(range(len(touched)), key=lambda axis: float(touched[axis].mean())):
        phrase = _lines(touched[axis], nouns[axis])
        if phrase and 2 * int(touched[axis].sum()) <= len(touched[axis]):
            return f"part of {phrase}"
    return ""


def _scattered(touched: list[Any], count: int) -> str:
    missing = map(_missing, touched, _nouns(len(touched))) if len(touched) > 1 else ()
    none_in = " and ".join(line for line in missing if line)
    return f"{count} {SCATTERED}{f', none in {none_in}' if none_in else ''}"


# --------------------------------------------------------------------------- lines of one axis


def _name(index: int, size: int, noun: Noun) -> str:
    one, _, behind = noun
    return f"the last {one}{behind}" if index == size - 1 and size > 2 else f"{one} {index}{behind}"


def _lines(touched: Any, noun: Noun) -> str:
    """Name the lines that a one-axis mask touches, or "" where no short phrase fits."""
    one, many, behind = noun
    size, index = len(touched), np.flatnonzero(touched)
    first, last, count = int(index[0]), int(index[-1]), len(index)
    if count == 1:
        return _name(first, size, noun)
    if last - first == count - 1:
        if 2 * count == size and (first == 0 or last == size - 1):
            return f"the {'first' if first == 0 else 'second'} half of the {many}{behind}"
        if first == 0 or last == size - 1:
            return f"the {'first' if first == 0 else 'last'} {count} {many}{behind}"
        return f"{many} {first} to {last}{behind}"
    step = int(index[1]) - first
    to_the_end = last + step >= size and bool((np.diff(index) == step).all())
    if to_the_end and step in _ORDINALS and (step == 2 or count > MAX_LISTED - 1):
        return f"every {_ORDINALS[step]} {one}{behind} from {first}"
    if count <= MAX_LISTED:
        return f"{many} {', '.join(map(str, index[:-1]))} and {last}{behind}"
    return ""
