"""Which case of a submission is drawn, what was expected and what was got, and which numbers are wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.escape import clean
from grader.extent import SCATTERED, extent
from grader.judge import Part, case_parts, part_mismatches, places
from grader.model import (
    Case,
    CaseVerdict,
    Check,
    CheckVerdict,
    Evidence,
    Key,
    Mismatch,
    Observation,
    Outcome,
    Rung,
    Status,
    Unchanged,
    Value,
)
from grader.pictures.panels import (
    Numbers,
    Panel,
    Picture,
    axis_names,
    numbers,
    plain_names,
    signed,
    size,
    table,
)
from grader.policies import wrong_entries
from grader.text import called_with, part_name, plural

MAX_CALL = 90
SCALE = "expected and got"


@dataclass(frozen=True)
class Compared:
    """One part of what was seen of one visible case, beside what was expected.

    Attributes
    ----------
    wrong
        Which numbers are wrong; None where shapes differ, or only a whole draw is judged.
    axes
        The names of the axes of what was expected.
    """

    check: Check
    case: Case
    part: str
    mismatch: Mismatch | None
    expected: Numbers
    got: Numbers
    wrong: Any
    axes: tuple[str, ...]

    @property
    def same_shape(self) -> bool:
        """Whether each number that was got stands where one was expected."""
        return _same_shape(self.expected, self.got)


def choose(key: Key, evidence: Evidence) -> Compared | None:
    """The first visible case that failed and has numbers to draw, otherwise the first that has them."""
    tried = [
        (verdict.index, case)
        for verdict in evidence.verdict.checks
        if key.checks[verdict.index].visibility == "visible"
        for case in verdict.cases
    ]
    tried.sort(key=lambda one: one[1].status is Status.PASSED)
    found = (_compared(key, evidence, check, case) for check, case in tried)
    return next((one for one in found if one is not None), None)


def _compared(key: Key, evidence: Evidence, index: int, verdict: CaseVerdict) -> Compared | None:
    place = (index, verdict.case)
    seen = places(evidence.seen).get(place)
    if seen is None or seen.outcome is not Outcome.RETURNED:
        return None
    check = key.checks[index]
    case = check.cases[verdict.case]
    expected = places(key.expected)[place]
    truths = {name: places(all_of_it).get(place) for name, all_of_it in key.truths}
    for part, mismatch in _in_order(case, seen, expected, truths, verdict):
        before = dict(case.inputs).get(part.name)
        changed = before is not None and any(isinstance(policy, Unchanged) for policy in part.policies)
        want = numbers(before if changed else part.expected)
        have = None if isinstance(part.got, Mismatch) else numbers(part.got, want.names if want else ())
        if want is None or have is None:
            continue
        true = next(iter(_truths(case, part.name, expected, truths)), None)
        wrong = _wrong(part, want, have, true)
        axes = axis_names(key.exercise, part.name, want.array.ndim)
        return Compared(check, case, part.name, mismatch, want, have, wrong, axes)
    return None


def _in_order(
    case: Case,
    seen: Observation,
    expected: Observation,
    truths: dict[str, Observation | None],
    verdict: CaseVerdict,
) -> list[tuple[Part, Mismatch | None]]:
    """The parts to look at, and what is wrong with each: of a case that failed only those that are wrong."""
    judged = [
        (part, next((mismatch for _, mismatch in part_mismatches(case, part, truths)), None))
        for part in case_parts(case, seen, expected)
    ]
    if verdict.status is Status.PASSED:
        return judged
    worst = verdict.mismatch.part if verdict.mismatch is not None else ""
    wrong = [(part, mismatch) for part, mismatch in judged if mismatch is not None]
    return sorted(wrong, key=lambda one: one[0].name != worst)


def _truths(
    case: Case, name: str, expected: Observation, truths: dict[str, Observation | None]
) -> Iterator[Value]:
    """The unrounded truths of a part."""
    for observation in truths.values():
        for part in case_parts(case, observation, expected) if observation is not None else ():
            if part.name == name and not isinstance(part.got, Mismatch):
                yield part.got


def _wrong(part: Part, want: Numbers, have: Numbers, true: Value | None) -> Any:
    if not _same_shape(want, have):
        return None
    unrounded = numbers(true, want.names)
    return wrong_entries(
        part.policies, want.array, have.array, None if unrounded is None else unrounded.array
    )


def _same_shape(expected: Numbers, got: Numbers) -> bool:
    return expected.array.shape == got.array.shape and expected.names == got.names


# --------------------------------------------------------------------------- words


def title(one: Compared, exercise: str) -> str:
    """The exercise, the case, and the call where it is short."""
    called = called_with(one.case.inputs)
    call = f" ({called})" if 0 < len(called) <= MAX_CALL else ""
    return clean(f"{exercise}: {one.case.label}{call}")


def told(one: Compared) -> str:
    """What is wrong, in a line."""
    sentence = _told(one)
    whose = part_name(one.part)
    return clean(sentence if whose == "the answer" else f"{whose}: {sentence}")


def _told(one: Compared) -> str:
    mismatch = one.mismatch
    if not one.same_shape:
        return f"expected {_size(one.expected)}, got {_size(one.got)}"
    total = one.expected.array.size
    count = 0 if one.wrong is None else int(one.wrong.sum())
    kinds = (Rung.CONTAINER, Rung.SHAPE, Rung.ELEMENT_KIND)
    kind = f"expected {mismatch.expected}, got {mismatch.got}" if mismatch and mismatch.rung in kinds else ""
    if count == 0:
        entries = "the number is right" if total == 1 else f"all {total} entries are right"
        if mismatch is None:
            return entries
        return f"{kind}; {entries}" if kind else f"drawn at random: {mismatch.fact or 'not as asked'}"
    if total == 1:
        wrong = "the number is wrong"
    elif count == total:
        wrong = f"all {total} entries wrong"
    else:
        wrong = f"{count} of {plural(total, 'entry', 'entries')} wrong{_where(one)}"
    return f"{kind}; {wrong}" if kind else wrong


def _where(one: Compared) -> str:
    """Which of the entries, where a short phrase says it; of a dict, by their names."""
    if one.expected.names:
        wrong = [name for name, bad in zip(one.expected.names, one.wrong, strict=True) if bad]
        return f" ({', '.join(wrong)})"
    phrase = extent(one.wrong)
    return f" ({phrase})" if phrase and SCATTERED not in phrase else ""


def _size(shown: Numbers) -> str:
    return f"the entries {', '.join(shown.names)}" if shown.names else f"shape {size(shown.array)}"


# --------------------------------------------------------------------------- the picture


def compared_picture(one: Compared, exercise: str) -> Picture:
    """Expected, got and, where they have one shape, their difference, side by side."""
    want, have = one.expected, one.got
    levels = signed(want.array, have.array)
    if not one.same_shape:
        axes = plain_names(have.array.ndim)
        panels = (
            table(f"expected, {_size(want)}", want, one.axes, levels=levels, scale=SCALE),
            table(f"got, {_size(have)}", have, axes, levels=levels, scale=SCALE),
        )
        return Picture(title(one, exercise), panels, told(one))
    first = table("expected", want, one.axes, levels=levels, scale=SCALE)
    second = table("got", have, one.axes, levels=levels, scale=SCALE, wrong=one.wrong)
    return Picture(title(one, exercise), (first, second, *_difference(one)), told(one))


def _difference(one: Compared) -> tuple[Panel, ...]:
    """The panel of the differences; none where only a whole draw is judged."""
    if one.wrong is None:
        return ()
    want, have = (shown.array.astype("float64") for shown in (one.expected, one.got))
    with np.errstate(all="ignore"):
        away = np.where(want == have, 0.0, np.abs(have - want))
    apart = Numbers(away, one.expected.names)
    return (table("|difference|", apart, one.axes, levels="difference", wrong=one.wrong),)


def check_panel(key: Key, evidence: Evidence, verdict: CheckVerdict) -> Panel | None:
    """The panel to map of the first case of a check that failed, hidden or not: for instructors alone."""
    first = verdict.first_failure
    one = _compared(key, evidence, verdict.index, first) if first is not None else None
    if one is None or one.mismatch is None or one.wrong is None or not one.wrong.any():
        return None
    return table("got", one.got, one.axes, wrong=one.wrong)


def mapped(key: Key, evidence: Evidence) -> tuple[str, Panel | None]:
    """What is wrong in the first visible case that failed, in a line, and the panel to map, if any."""
    visible = [v for v in evidence.verdict.checks if key.checks[v.index].visibility == "visible"]
    if all(verdict.status is Status.PASSED for verdict in visible):
        return "The visible examples are all right, so there is nothing to map.", None
    one = choose(key, evidence)
    if one is None or one.mismatch is None:
        return "There is no map: no visible example that fails gave numbers to compare.", None
    if one.wrong is None or not one.wrong.any():
        return f"There is no map of {clean(one.case.label)}: {told(one)}.", None
    return f"{clean(one.case.label)}: {told(one)}", table("got", one.got, one.axes, wrong=one.wrong)
