"""Repairs of answers whose numbers are right and stand in the wrong places. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import permutations
from math import isqrt
from typing import Any

import numpy as np

from grader.diagnose.repairs import Change, Repair, Setting

# It takes this much evidence that entries were moved: a few whole numbers stand in some such order anyway.
NEEDED = 6
ROWS, INNER, COLUMNS = 0, -2, -1
LINES = {ROWS: "rows", INNER: "inner rows", COLUMNS: "columns"}
# So many axes it takes for the axis to be another one than the last, or the first.
AXES = {ROWS: 2, INNER: 3, COLUMNS: 1}
MAX_AXES = 4


def _moved(slug: str, change: Change, *words: str) -> Repair:
    return Repair(slug, words, undo=change, needed=NEEDED)


def layouts() -> Iterator[Repair]:
    """All of them, the most telling first."""
    yield _moved("transposed", _transposed)
    for order in (order for axes in range(3, MAX_AXES + 1) for order in permutations(range(axes))):
        if order != tuple(sorted(order)):
            yield _moved("axes_exchanged", partial(_axes, order))
    yield _moved("reshaped", _reshaped)
    for axis in (COLUMNS, ROWS):
        two = _moved("halves_exchanged", partial(_blocks, (1, 0), axis), LINES[axis], "alone")
        yield replace(two, shows=partial(_are_two, axis))
        yield _moved("halves_exchanged", partial(_blocks, (1, 0), axis), LINES[axis])
    yield _moved("halves_exchanged_within_halves", partial(_blocks, (1, 0, 3, 2), COLUMNS))
    for parts in (1, 2):
        yield _moved("interleaved", partial(_within, parts, _gathered))
        yield _moved("not_interleaved", partial(_within, parts, _alternated))
    yield _moved("other_grid_axis_first", _other_axis_first)
    for axis in (COLUMNS, ROWS, INNER):
        yield _moved("reversed", partial(_reversed, axis), LINES[axis])
    for parts in (2, 4):
        yield _moved("reversed_within_blocks", partial(_within, parts, _backwards))
    for axis in (ROWS, COLUMNS, INNER):
        for step in (1, -1):
            yield _moved("shifted_by_one", partial(_rolled, axis, step), LINES[axis])
    for order in permutations(range(4)):
        if order not in ((0, 1, 2, 3), (2, 3, 0, 1), (1, 0, 3, 2)):
            yield _moved("blocks_exchanged", partial(_blocks, order, COLUMNS))


def _transposed(got: Any, setting: Setting) -> Any | None:
    return got.T if got.ndim == 2 else None


def _axes(order: tuple[int, ...], got: Any, setting: Setting) -> Any | None:
    return got.transpose(order) if got.ndim == len(order) else None


def _reshaped(got: Any, setting: Setting) -> Any | None:
    same = got.shape == setting.shape or got.size != np.prod(setting.shape, dtype=int)
    return None if same or not got.size else got.reshape(setting.shape)


def _are_two(axis: int, got: Any, setting: Setting) -> bool:
    return bool(got.ndim >= AXES[axis] and got.shape[axis] == 2)


def _blocks(order: tuple[int, ...], axis: int, got: Any, setting: Setting) -> Any | None:
    """As many equal blocks as the order names, put into it; rows are those of at least two axes."""
    if got.ndim < AXES[axis] or got.shape[axis] % len(order) or not got.size:
        return None
    if axis == ROWS:
        return got.reshape(len(order), -1, *got.shape[1:])[list(order)].reshape(got.shape)
    return got.reshape(*got.shape[:-1], len(order), -1)[..., list(order), :].reshape(got.shape)


def _within(parts: int, change: Change, got: Any, setting: Setting) -> Any | None:
    """The change made to each of some equal parts of the columns."""
    if got.ndim < 1 or got.shape[-1] % parts or got.shape[-1] < 2 * parts:
        return None
    return np.concatenate([change(part, setting) for part in np.split(got, parts, -1)], -1)


def _gathered(got: Any, setting: Setting) -> Any:
    return np.concatenate([got[..., 0::2], got[..., 1::2]], -1)


def _alternated(got: Any, setting: Setting) -> Any:
    first = got.shape[-1] - got.shape[-1] // 2
    new = np.empty_like(got)
    new[..., 0::2], new[..., 1::2] = got[..., :first], got[..., first:]
    return new


def _backwards(got: Any, setting: Setting) -> Any:
    return got[..., ::-1]


def _reversed(axis: int, got: Any, setting: Setting) -> Any | None:
    return np.flip(got, axis) if got.ndim >= AXES[axis] else None


def _rolled(axis: int, step: int, got: Any, setting: Setting) -> Any | None:
    enough = got.ndim >= AXES[axis] and got.shape[axis] > 2
    return np.roll(got, -step, axis) if enough else None


def _other_axis_first(got: Any, setting: Setting) -> Any | None:
    """The rows of a grid in the order of its other axis; its sides stand among the inputs or are equal."""
    if got.ndim < 2:
        return None
    count = got.shape[-2]
    sizes = {int(size) for size in setting.sizes.values() if float(size).is_integer()}
    sides = [
        side for side in sorted(sizes) if 1 < side < count and count % side == 0 and count // side in sizes
    ]
    sides += [isqrt(count)] if isqrt(count) ** 2 == count and count > 1 else []
    if not sides:
        return None
    # Of the two ways to walk over a grid that is not square, the inputs name the sides in the order of rows.
    side = next((int(s) for s in setting.sizes.values() if s in sides), sides[0])
    grid = got.reshape(*got.shape[:-2], count // side, side, got.shape[-1])
    return np.swapaxes(grid, -3, -2).reshape(got.shape)
