"""Repairs of answers whose numbers are off in the same way everywhere. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from grader.diagnose.repairs import NEEDED, Change, Repair, Setting

CONSTANTS = {
    "2": 2.0,
    "100": 100.0,
    "pi / 180": math.pi / 180,
    "ln 2": math.log(2.0),
    "ln 10": math.log(10.0),
    "2 pi": 2 * math.pi,
    "8": 8.0,
    "1000": 1000.0,
    "1024": 1024.0,
}
# Beyond it the exponential is no float.
LARGEST_EXPONENT = 700.0
# How far numbers may be from a property that they are said to have, so that it is worth trying.
COARSE = 1e-2
# How near the ratio of two numbers must be to a factor that is worth trying.
NEAR = 1e-2
# A factor or an amount taken from the answer must fit many more entries than the one it was taken from.
NEEDED_OF_FITTED = 18
# One or two numbers may have come to stand at a limit in many ways.
NEEDED_OF_CLIPPED = 18


def values() -> Iterator[Repair]:
    """Those without a number of their own."""
    yield Repair("sign_exchanged", undo=_where(_any, np.negative), redo=_where(_any, np.negative))
    # Where a right number has no root or logarithm the mistake gives nan: it was not made where that passes.
    yield Repair("squared", undo=_where(_not_negative, np.sqrt), redo=_where(_any, np.square))
    yield Repair("root_taken", undo=_where(_any, np.square), redo=_where(_any, np.sqrt))
    yield Repair("exponential_taken", undo=_where(_positive, np.log), redo=_where(_any, np.exp))
    yield Repair("logarithm_taken", undo=_where(_small, np.exp), redo=_where(_any, np.log))
    yield Repair(
        "absolute",
        redo=lambda right, setting: np.abs(right),
        shows=lambda got, setting: bool((got >= 0).all()),
    )
    for low, high in ((0.0, np.inf), (0.0, 1.0), (-1.0, 1.0)):
        yield Repair(
            "clipped",
            redo=partial(_clipped, low, high),
            shows=partial(_is_clipped, low, high),
            needed=NEEDED_OF_CLIPPED,
            spares=True,
        )
    for order in (2, 1):
        yield Repair(
            "rows_normalised", redo=partial(_normalised, order), shows=partial(_is_normalised, order)
        )
    for order in (2, 1):
        yield Repair("rows_not_normalised", undo=partial(_normalised, order))
    yield Repair("first_for_all", redo=_first_for_all, shows=_is_the_first, needed=12)


def _where(allowed: Callable[[Any], Any], change: Callable[[Any], Any]) -> Change:
    """The change, made only where it is allowed for all."""

    def changed(given: Any, setting: Setting) -> Any | None:
        return change(given) if bool(np.all(allowed(given))) else None

    return changed


def _any(given: Any) -> Any:
    return True


def _not_negative(given: Any) -> Any:
    return given >= 0


def _positive(given: Any) -> Any:
    return given > 0


def _small(given: Any) -> Any:
    return given < LARGEST_EXPONENT


def _clipped(low: float, high: float, right: Any, setting: Setting) -> Any:
    return np.clip(right, low, high)


def _is_clipped(low: float, high: float, got: Any, setting: Setting) -> bool:
    inside = (low <= got) & (got <= high)
    return bool(inside.all() and ((got == low) | (got == high)).any())


def _is_normalised(order: int, got: Any, setting: Setting) -> bool:
    again = _normalised(order, got, setting)
    return again is not None and bool((np.abs(again - got) <= COARSE).all())


def _is_the_first(got: Any, setting: Setting) -> bool:
    again = _first_for_all(got, setting)
    return again is not None and bool((np.abs(again - got) <= COARSE * (1 + np.abs(got))).all())


def _normalised(order: int, given: Any, setting: Setting) -> Any | None:
    """Rows of Euclidean length 1 (order 2) or of sum 1 (order 1)."""
    if given.ndim < 1:
        return None
    length = (
        np.linalg.norm(given, order, axis=-1, keepdims=True) if order == 2 else given.sum(-1, keepdims=True)
    )
    return np.where(given == 0, given, given / length)


def _first_for_all(right: Any, setting: Setting) -> Any | None:
    if right.ndim < 2 or right.shape[0] < 2:
        return None
    return np.broadcast_to(right[:1], right.shape)


# --------------------------------------------------------------------------- factors and amounts


def fitted(some: Sequence[tuple[Any, Any]], setting: Setting) -> Iterator[Repair]:
    """Factors and amounts that fit some answers, given as right and got; those with a name first.

    Names are looked for at the largest entry of the first, whose ``setting`` it is.
    """
    right, got = some[0]
    if not right.size or any(one.shape != other.shape or not np.isfinite(other).all() for one, other in some):
        return
    at = np.unravel_index(int(np.argmax(np.abs(right))), right.shape)
    one, other = float(right[at]), float(got[at])
    half = 0.0 if setting.decimals is None else 0.5 * 10.0**-setting.decimals
    if one and other:
        yield from _named(other / one, setting)
        ratio = _middle(_ratios(right, got, half) for right, got in some)
        if ratio > 0 and abs(ratio - 1) > NEAR:
            yield _scaled((), lambda setting: ratio, NEEDED_OF_FITTED)
    for name, amount in (("too large", 1.0), ("too small", -1.0)):
        if abs(other - one - amount) <= NEAR:
            counted = all(_are_whole(right) for right, _ in some)
            yield _moved("off_by_one", (name, "counted") if counted else (name,), amount, 4)
    away = _middle((got - right, got - right) for right, got in some)
    # One unit of the last decimal is how numbers were rounded, and no amount.
    if abs(away) > 4 * half:
        yield _moved("offset", (), away, NEEDED_OF_FITTED)


def _are_whole(given: Any) -> bool:
    return bool((given == np.round(given)).all())


def _ratios(right: Any, got: Any, half: float) -> tuple[Any, Any]:
    """The least and the largest factor of each number but zeros, if it was rounded by ``half`` at most."""
    got, right = got[right != 0], right[right != 0]
    ends = (got - half) / right, (got + half) / right
    return np.minimum(*ends), np.maximum(*ends)


def _middle(bounds: Iterable[tuple[Any, Any]]) -> float:
    """The number in the middle between the largest lower and the least upper bound."""
    some = list(bounds)
    low = max(float(lower.max(initial=-np.inf)) for lower, _ in some)
    high = min(float(upper.min(initial=np.inf)) for _, upper in some)
    return (low + high) / 2


def _named(ratio: float, setting: Setting) -> Iterator[Repair]:
    for name, constant in CONSTANTS.items():
        for power in (1, -1):
            if _near(ratio, constant**power):
                yield _factor(name, power, partial(_constant, constant))
    for name, size in setting.sizes.items():
        for words, size_of in SIZES.items():
            value = size_of(size)
            for power in (1, -1):
                if value > 0 and value != 1 and _near(ratio, value**power):
                    yield _factor(words.format(name), power, partial(_sized, name, words))


def _moved(slug: str, words: tuple[str, ...], amount: float, needed: int) -> Repair:
    return Repair(
        slug,
        words,
        undo=lambda got, setting: got - amount,
        redo=lambda right, setting: right + amount,
        needed=needed,
    )


def _scaled(words: tuple[str, ...], factor: Callable[[Setting], float], needed: int = NEEDED) -> Repair:
    """Numbers times a factor, which may differ from case to case; nan where there is none."""

    def undo(got: Any, setting: Setting) -> Any:
        return got / factor(setting)

    def redo(right: Any, setting: Setting) -> Any:
        return right * factor(setting)

    return Repair("factor", words, undo=undo, redo=redo, needed=needed)


def _near(ratio: float, factor: float) -> bool:
    return abs(ratio / factor - 1) <= NEAR


SIZES: dict[str, Callable[[float], float]] = {
    "{0}": lambda size: size,
    "({0} - 1)": lambda size: size - 1,
    "the square root of {0}": lambda size: math.sqrt(max(size, 0.0)),
}


def _factor(name: str, power: int, factor: Callable[[Setting], float]) -> Repair:
    def powered(setting: Setting) -> float:
        value = factor(setting)
        return value**power if value > 0 else math.nan

    return _scaled((f"times {name}" if power > 0 else f"divided by {name}",), powered)


def _constant(constant: float, setting: Setting) -> float:
    return constant


def _sized(name: str, words: str, setting: Setting) -> float:
    return SIZES[words](setting.sizes.get(name, 0.0))
