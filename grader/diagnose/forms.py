"""Repairs of answers whose numbers are right but for their last digits or the sign of a zero. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from grader.diagnose.numbers import held_by
from grader.diagnose.repairs import Repair, Setting

MAX_DECIMALS = 8
# The bits of the numbers that a type holds, and the last of them, which most numbers need.
BITS, LAST_BITS = {"bfloat16": 8, "float16": 11, "float32": 24}, 3
# A computation in a narrow type loses more than the spacing of its result: as much as this, of the largest.
LOST = {"bfloat16": 2.0**-5, "float16": 2.0**-6, "float32": 2.0**-18}
# A number is one of so many decimals if it is this near to one, as a part of its size or of 1.
SPELLED = 1e-12
# What is lost of a number with its decimals is little if it is less than this part of the last one.
LITTLE = 1e-2
# The share of right numbers that a narrower form must change before it can be seen in an answer.
MOST = 0.5


def forms() -> Iterator[Repair]:
    """All of them; they say how an answer was rounded, so nothing is rounded after them."""
    for repair in _forms():
        yield replace(repair, rounds=False)


def _forms() -> Iterator[Repair]:
    yield Repair("negative_zero", undo=lambda got, setting: got + 0.0, needed=0)
    for decimals in range(MAX_DECIMALS + 1):
        rounded = partial(_rounded_to, decimals)
        yield Repair(
            "other_decimals",
            (str(decimals),),
            redo=rounded,
            test=partial(_other_decimals, decimals),
            shows=partial(_spelled, decimals),
        )
    yield Repair("unrounded", undo=_rounded, redo=_as_it_is)
    for dtype in BITS:
        yield Repair(
            "narrow_precision",
            (dtype,),
            redo=partial(_held, dtype),
            test=partial(_narrow, dtype),
            shows=partial(_is_held, dtype),
        )
        yield Repair(
            "narrow_precision", (dtype,), redo=partial(_narrow_then_rounded, dtype), shows=_is_rounded
        )
    for cut, words in ((np.trunc, ("off",)), (np.floor, ("down",)), (np.ceil, ("up",))):
        yield Repair(
            "truncated",
            words,
            redo=partial(_cut, cut),
            test=partial(_truncated, cut, False),
            shows=_is_rounded,
        )
        yield Repair(
            "truncated",
            (*words, "whole"),
            redo=partial(_made_whole, cut),
            test=partial(_truncated, cut, True),
            shows=_is_whole,
        )


def _rounded(got: Any, setting: Setting) -> Any | None:
    return None if setting.decimals is None else np.round(got, setting.decimals) + 0.0


def _as_it_is(right: Any, setting: Setting) -> Any:
    return right


def _rounded_to(decimals: int, right: Any, setting: Setting) -> Any:
    return np.round(right, decimals)


def _held(dtype: str, right: Any, setting: Setting) -> Any:
    return held_by(dtype, right)


def _cut(cut: Any, right: Any, setting: Setting) -> Any | None:
    if setting.decimals is None:
        return None
    scale = 10.0**setting.decimals
    return cut(right * scale) / scale


def _made_whole(cut: Any, right: Any, setting: Setting) -> Any | None:
    return cut(right) if setting.decimals is None else None


def _spelled_in(decimals: int, given: Any) -> Any:
    """Which numbers have no more than so many decimals."""
    return np.abs(given - np.round(given, decimals)) <= SPELLED * np.maximum(np.abs(given), 1.0)


def _spelled(decimals: int, got: Any, setting: Setting) -> bool:
    """Whether numbers have so many decimals and no more, which are not as many as are asked for."""
    if decimals == setting.decimals or not bool(_spelled_in(decimals, got).all()):
        return False
    return not decimals or not bool(_spelled_in(decimals - 1, got).all())


def _is_rounded(got: Any, setting: Setting) -> bool:
    return setting.decimals is not None and bool(_spelled_in(setting.decimals, got).all())


def _is_whole(got: Any, setting: Setting) -> bool:
    return setting.decimals is None and bool((got == np.round(got)).all())


def _is_held(dtype: str, got: Any, setting: Setting) -> bool:
    return bool((held_by(dtype, got) == got).all())


def _other_decimals(decimals: int, right: Any, got: Any, setting: Setting) -> bool:
    """Whether an answer is the right one, rounded to another number of decimals than asked for."""
    if right.shape != got.shape or not _spelled(decimals, got, setting):
        return False
    fewer = setting.decimals is None or decimals < setting.decimals
    if fewer and _loses_little(decimals, right):
        return False
    allowed = 0.5 * 10.0**-decimals + 1e-9 * np.maximum(np.abs(right), 1.0)
    return bool((np.abs(got - right) <= allowed).all())


def _loses_little(decimals: int, right: Any) -> bool:
    """Whether most right numbers have few decimals by themselves, or all nearly: it shows nothing then."""
    lost = np.abs(right - np.round(right, decimals)) * 10.0**decimals
    return bool(_spelled_in(decimals, right).mean() > MOST or not (lost > LITTLE).any())


def _truncated(cut: Any, whole: bool, right: Any, got: Any, setting: Setting) -> bool:
    """Whether decimals of an answer are the right ones, with what follows them cut off."""
    wrong = _made_whole(cut, right, setting) if whole else _cut(cut, right, setting)
    if wrong is None or right.shape != got.shape or _loses_little(setting.decimals or 0, right):
        return False
    return bool((np.abs(wrong - got) <= SPELLED * np.maximum(np.abs(wrong), 1.0)).all())


def _narrow(dtype: str, right: Any, got: Any, setting: Setting) -> bool:
    """Whether the numbers are the right ones as far as a narrow type holds them, and it holds them all."""
    if right.shape != got.shape or setting.decimals is not None:
        return False
    off = got != right
    if not off.any() or (held_by(dtype, right[off]) == right[off]).mean() > MOST:
        return False
    if not _is_held(dtype, got, setting) or _needs_few_bits(dtype, got[off]):
        return False
    return bool((np.abs(got - right) <= LOST[dtype] * np.abs(right).max()).all())


def _needs_few_bits(dtype: str, given: Any) -> bool:
    """Whether most of some numbers need less than the type has, as whole ones do: they show nothing."""
    significant = np.frexp(given)[0] * 2.0 ** (BITS[dtype] - LAST_BITS)
    return bool((significant == np.round(significant)).mean() > MOST or _spelled_in(2, given).all())


def _narrow_then_rounded(dtype: str, right: Any, setting: Setting) -> Any | None:
    return None if setting.decimals is None else np.round(held_by(dtype, right), setting.decimals) + 0.0
