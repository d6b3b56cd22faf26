"""Where wrong entries lie, in words: a phrase from a mask."""

from __future__ import annotations

from typing import Any

import numpy as np


def extent(wrong: Any) -> str:
    """Say in a phrase which entries of an array are wrong.

    Parameters
    ----------
    wrong
        Boolean array of any number of axes; axis 0 is called rows, the last one columns.
    """
    wrong = np.asarray(wrong, dtype=bool)
    count, total = int(wrong.sum()), wrong.size
    if total <= 1 or wrong.ndim == 0:
        return ""
    if count == total:
        return "every entry"
    if wrong.ndim == 1:
        return _along(wrong, "entry", "entries") or _scattered(count, total)
    rows = wrong.reshape(wrong.shape[0], -1)
    columns = wrong.reshape(-1, wrong.shape[-1]).T
    for lines, one, many in ((rows, "row", "rows"), (columns, "column", "columns")):
        touched = lines.any(axis=1)
        full = lines.all(axis=1)
        if not touched.all():
            phrase = _along(touched, one, many)
            if phrase:
                return phrase if (full == touched).all() else f"{_some(count)} in {phrase}"
    return _scattered(count, total)


def _some(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _scattered(count: int, total: int) -> str:
    return f"{count} of {total} entries, scattered"


def _along(touched: Any, one: str, many: str) -> str:
    """Name the lines that a one-axis mask touches, or "" where no short phrase fits."""
    size = len(touched)
    index = np.flatnonzero(touched)
    if len(index) == size:
        return f"every {one}"
    if len(index) == 1:
        return f"{one} {index[0]}"
    if len(index) == size - 1:
        return f"every {one} but {one} {np.flatnonzero(~touched)[0]}"
    step = int(index[1] - index[0])
    regular = bool((np.diff(index) == step).all())
    if regular and step == 1:
        half = size // 2
        if size % 2 == 0 and len(index) == half and index[0] in (0, half):
            return f"the {'first' if index[0] == 0 else 'second'} half of the {many}"
        return f"{many} {index[0]} to {index[-1]}"
    if regular and step == 2 and index[-1] + step >= size:
        return f"every second {one} from {index[0]}"
    if len(index) <= 4:
        return f"{many} {', '.join(str(i) for i in index[:-1])} and {index[-1]}"
    return ""
