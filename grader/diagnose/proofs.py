"""Whether a repair explains an answer: undone it is right, or done it is as wrong as the answer. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from grader.compare import Rule, same_structure
from grader.diagnose.agreement import same_signs_of_zeros
from grader.diagnose.numbers import numbers, with_numbers
from grader.diagnose.repairs import Change, Repair, Setting
from grader.diagnose.sites import Site, pieces, with_pieces
from grader.model import Array, Close, Equal, Rounded, Sequence, Value
from grader.policies import rule, satisfied

# What two ways to compute one number may differ by, as a part of its size: in single and in double precision.
SINGLE, DOUBLE = 2.0**-21, 2.0**-46
# What a number loses where a narrow type holds it, as a part of its size.
HELD = {"float16": 2.0**-11, "bfloat16": 2.0**-8}
# What a number adds to the evidence: more if it has digits enough to be no coincidence.
LONG, SHORT = 6, 1
MAX_WEIGHED = 1000


_ANY_KIND = Rule(any_sequence=True)


class OutOfWork(Exception):
    """The work allowed for one submission is used up."""


@dataclass
class Work:
    """How much is looked at for one submission, counted in numbers: the same on any machine."""

    left: int

    def spend(self, count: int) -> None:
        """Take some; raises `OutOfWork` where there is none left."""
        self.left -= count
        if self.left < 0:
            raise OutOfWork


def explains(
    repair: Repair, site: Site, keys: Iterable[str], right: Value, accepts: Callable[[Value], bool]
) -> bool:
    """Whether a repair explains what is wrong with the pieces of an answer that it touches.

    Parameters
    ----------
    right
        The right answer before it is rounded, or that of a known mistake.
    accepts
        Whether an answer is as good as the right one.
    """
    if site.answer is None or site.policy is None:
        return False
    given = pieces(site.answer)
    touched = [key for key in keys if key in given]
    if not touched:
        return False
    if repair.undo is not None:
        mended = _changed_pieces(repair.undo, site, touched, given)
        if mended is not None and accepts(with_pieces(site.answer, mended)):
            return True
    if repair.rounds and isinstance(site.policy, Rounded):
        return _rounded_after(repair, site, site.policy, touched, right)
    rights = pieces(right)
    if not same_signs_of_zeros(site.policy, site.answer, site.part.expected):
        return False
    return (
        repair.redo is not None
        and all(key in rights for key in touched)
        and same_structure(site.part.expected, site.answer, rule(site.policy))
        and all(_done(repair, site, key, rights[key], given[key]) for key in touched)
    )


def _rounded_after(repair: Repair, site: Site, policy: Rounded, keys: list[str], right: Value) -> bool:
    """Whether an answer is what rounding makes of the right numbers with the mistake made."""
    truth = pieces(right)
    if repair.redo is None or site.answer is None or not truth.keys() >= set(keys):
        return False
    wrong = _changed_pieces(repair.redo, site, keys, truth, lenient=not site.fails)
    if wrong is None:
        return False
    truth_made_wrong = with_pieces(right, wrong)
    return (
        all(_finite(piece) for piece in wrong.values())  # an allowance grows with the size of the truth
        and same_signs_of_zeros(policy, site.answer, right)
        and same_structure(site.part.expected, truth_made_wrong, _ANY_KIND)
        and satisfied(policy, site.part.expected, site.answer, truth=truth_made_wrong)
    )


def _finite(value: Value) -> bool:
    """Whether all numbers of an answer are finite."""
    found = (numbers(leaf) for leaf, _ in leaves(value, value))
    return all(given is not None and bool(np.isfinite(given).all()) for given in found)


def allows(
    repair: Repair, site: Site, keys: Iterable[str], right: Value, accepts: Callable[[Value], bool]
) -> bool:
    """Whether the mistake may have been made where an answer passes: there it must make no difference."""
    if site.answer is None or site.policy is None:
        return False
    given = pieces(site.answer)
    touched = [key for key in keys if key in given]
    if repair.redo is None:
        assert repair.undo is not None
        mended = _changed_pieces(repair.undo, site, touched, given, lenient=True)
        return mended is not None and accepts(with_pieces(site.answer, mended))
    if repair.rounds and isinstance(site.policy, Rounded):
        return _rounded_after(repair, site, site.policy, touched, right)
    rights = pieces(right)
    if not all(key in rights for key in touched):
        return False
    wrong = _changed_pieces(repair.redo, site, touched, rights, lenient=True)
    return wrong is not None and site.passes_with(with_pieces(site.answer, wrong))


def _changed_pieces(
    change: Change, site: Site, keys: list[str], given: Mapping[str, Value], *, lenient: bool = False
) -> dict[str, Value] | None:
    """The pieces after a change; None if one of them cannot be changed. ``lenient`` as `_changed` has it."""
    changed: dict[str, Value] = {}
    for key in keys:
        new = _changed(change, given[key], site.setting(key), lenient)
        if new is None:
            return None
        changed[key] = new
    return changed


def _changed(change: Change, value: Value, setting: Setting, lenient: bool) -> Value | None:
    """An answer after a change, item by item where it is a list of arrays.

    ``lenient`` leaves an answer as it is where the change makes no sense, if it has no entry, say.
    """
    if isinstance(value, Sequence) and value.kind in ("list", "tuple"):
        items = [_changed(change, item, setting, lenient) for item in value.items]
        done = tuple(item for item in items if item is not None)
        return msgspec.structs.replace(value, items=done) if len(done) == len(items) else None
    given = numbers(value)
    if given is None:
        return None
    new = change(given, setting)
    if new is None or not given.size:
        return value if lenient else None
    return with_numbers(value, new)


def _done(repair: Repair, site: Site, key: str, right: Value, got: Value) -> bool:
    """Whether the right answer, made as wrong as the repair supposes, is the submission's."""
    setting = site.setting(key)
    pairs = list(leaves(right, got))
    for leaf, given in pairs:
        true, have = numbers(leaf), numbers(given)
        if true is None or have is None:
            return False
        if repair.test is not None:
            if not (np.isfinite(have).all() and repair.test(true, have, setting)):
                return False
            continue
        assert repair.redo is not None
        wrong = repair.redo(true, setting)
        if wrong is None or not near(wrong, have, site.policy, given):
            return False
    return bool(pairs)


def fits(repair: Repair, site: Site, key: str, right: Any, got: Any, kind: Value) -> bool:
    """Whether a repair fits the numbers of a piece, seen from near by: a proof looks at the whole answer."""
    setting = site.setting(key)
    if repair.shows is not None and not repair.shows(got, setting):
        return False
    if repair.test is not None:
        return bool(np.isfinite(got).all()) and repair.test(right, got, setting)
    new = repair.undo(got, setting) if repair.undo is not None else None
    if new is not None and near(new, right, site.policy, kind, rounded=True):
        return True
    wrong = repair.redo(right, setting) if repair.redo is not None else None
    if wrong is None or not (wrong != right).any():
        return False
    return near(wrong, got, site.policy, kind, rounded=repair.rounds)


def leaves(right: Value, got: Value) -> Iterator[tuple[Value, Value]]:
    """Two answers side by side, item by item where they are lists of arrays; nothing if they do not fit."""
    if not isinstance(right, Sequence) and not isinstance(got, Sequence):
        yield right, got
    elif isinstance(right, Sequence) and isinstance(got, Sequence) and len(right.items) == len(got.items):
        for one, other in zip(right.items, got.items, strict=True):
            yield from leaves(one, other)


def near(
    wanted: Any, given: Any, policy: Equal | Close | Rounded | None, kind: Value, *, rounded: bool = False
) -> bool:
    """Whether numbers are the same under a policy but for the last digits of a computation.

    ``kind`` is the answer that the numbers are from; ``rounded`` allows half a unit of the last decimal,
    and what a narrow type loses.
    """
    if wanted.shape != given.shape:
        return False
    return bool((np.abs(wanted - given) <= allowance(wanted, policy, kind, rounded=rounded)).all())


def allowance(
    wanted: Any, policy: Equal | Close | Rounded | None, kind: Value, *, rounded: bool = False
) -> Any:
    """What each number may be off by."""
    size = np.where(np.isfinite(wanted), np.abs(wanted), 0.0)
    single = isinstance(kind, Array) and kind.dtype in ("float32", "float16", "bfloat16")
    slack = (SINGLE if single else DOUBLE) * size
    if rounded and isinstance(kind, Array):
        slack = slack + HELD.get(kind.dtype, 0.0) * size
    if policy is None or isinstance(policy, Equal):
        return slack
    if isinstance(policy, Rounded):
        slack = slack + (0.5 * 10.0**-policy.decimals if rounded else 0.0)
    return slack + policy.atol + policy.rtol * size


@dataclass(frozen=True)
class Weighed:
    """Numbers that are weighed: the right ones, those of the answer, and what they may be off by.

    ``allowed`` is for numbers of the same form, ``grain`` allows rounding besides.
    """

    right: Any
    got: Any
    allowed: Any
    grain: Any


def enough_evidence(pieces_of_answers: Iterable[Weighed], repair: Repair) -> bool:
    """Whether the numbers that were wrong and are explained hold the evidence that a repair needs.

    Numbers that are equal count once: what is true of one is true of all of them. There is as little as
    in the numbers of the answer, for of zeros everywhere many things are true; where the repair spares
    some, as little as in those that are right and none of the wrong ones.
    """
    spares, needed = repair.spares, repair.needed
    rights, others = dict[float, int](), dict[float, int]()
    limits = set[float]()
    for piece in pieces_of_answers:
        off, told = slice(None), piece.got
        if piece.right.shape == piece.got.shape:
            off = ~(np.abs(piece.right - piece.got) <= piece.allowed)
            told = piece.got[~off] if spares else piece.got[off]
            limits.update(np.unique(piece.got[off])[:MAX_WEIGHED].tolist() if spares else ())
        scale = float(np.abs(piece.right[np.isfinite(piece.right)]).max(initial=0.0))
        grain = float(piece.grain[np.isfinite(piece.grain)].max(initial=0.0))
        _weigh(rights, piece.right[off], scale, grain)
        _weigh(others, told, scale, grain)
        if not spares and min(sum(rights.values()), sum(others.values())) >= needed:
            return True
    of_others = sum(weight for number, weight in others.items() if number not in limits)
    return min(sum(rights.values()), of_others) >= needed


def _weigh(found: dict[float, int], given: Any, scale: float, grain: float) -> None:
    """Add to what numbers weigh: no more than the digits that are looked at, of numbers as large as these."""
    digits = int(np.log10(scale / grain)) if scale > grain > 0 else LONG if grain == 0 else 0
    for number in np.unique(np.round(given[np.isfinite(given)], 9))[:MAX_WEIGHED].tolist():
        found[number] = max(found.get(number, 0), min(SHORT if _is_short(number) else LONG, digits))


def _is_short(number: float) -> bool:
    """Whether a number has two decimals at most."""
    return abs(100 * number - round(100 * number)) <= 1e-6 if abs(number) < 1e9 else False
