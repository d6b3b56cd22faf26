"""What must hold after an attack; each breach is told in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grader.model import WALL_FACTOR, Limits, Observation, Result
from tests.attacks.reading import UNRUN, Attack
from tests.attacks.watching import Run

GRACE_S = 0.1
# What a machine that is busy with other things may make of a submission.
_SLOWNESS = frozenset({"timeout", "not_run"})


@dataclass(frozen=True)
class Breach:
    """Something that must not be. One that is not ``sure`` counts if it comes again in each repetition."""

    kind: str
    sentence: str
    sure: bool = True


def of_result(attack: Attack, result: Result) -> Iterator[Breach]:
    """Whether an attack got what it was to get."""
    full = result.status == "passed" or (result.score is not None and result.score >= result.max_score > 0)
    told = f"{result.status}, {result.score} of {result.max_score:g} points"
    if attack.honest:
        if not full:
            yield Breach("marks", f"it is harmless and did not get full marks: {told} ({result.message!r})")
        return
    if full:
        yield Breach("marks", f"it got full marks: {told}")
        return
    if result.status not in attack.results:
        wanted = " or ".join(sorted(attack.results))
        slow = any(check.status in _SLOWNESS for check in result.checks) and result.status == "failed"
        yield Breach("status", f"the result is {result.status}, not {wanted} ({result.message!r})", not slow)
    found = {check.status for check in result.checks} - {"passed"}
    if result.status in UNRUN:
        if found != {"not_run"} or result.score != 0:
            yield Breach("status", f"the result is {result.status}, yet its checks are {', '.join(found)}")
    elif odd := found - attack.checks:
        allowed = " or ".join(sorted(attack.checks)) or "not_run after a fault at load"
        yield Breach("status", f"checks are {' and '.join(sorted(odd))}, not {allowed}", not odd <= _SLOWNESS)


def of_control(result: Result, kind: str) -> Iterator[Breach]:
    """Whether the honest control that came next, on the same server, got its full marks."""
    if result.status != "passed" or result.score != result.max_score:
        slow = {check.status for check in result.checks} - {"passed"} <= _SLOWNESS
        yield Breach(
            "control",
            f"the honest control after it, on the {kind} server, is {result.status} ({result.message!r})",
            not (slow and result.status == "failed"),
        )


def of_time(runs: Iterable[Run]) -> Iterator[Breach]:
    """Whether it was stopped in time. A busy machine makes such breaches too, so they are never sure."""
    for run in runs:
        limits = run.task.limits
        check_s = limits.time_per_check_s * WALL_FACTOR
        spent: dict[int, float] = {}
        for item in run.seen:
            if isinstance(item, Observation):
                spent[item.check] = spent.get(item.check, 0.0) + item.seconds
        for check, seconds in spent.items():
            if seconds > check_s + GRACE_S:
                yield Breach("time", f"check {check} took {seconds:.2f} s; its limit is {check_s:g} s", False)
        if run.seconds > most_s(limits) + GRACE_S:
            told = f"the submission took {run.seconds:.2f} s; its limit is {most_s(limits):g} s"
            yield Breach("time", told, False)


def most_s(limits: Limits) -> float:
    """The wall time that a submission may take, a check that is run twice included."""
    return limits.time_per_submission_s * WALL_FACTOR


def confirmed(tries: list[list[Breach]]) -> list[Breach]:
    """The breaches of an attack that was tried several times.

    All that are sure; others only if every try has their kind, and then as the last try tells them.
    """
    always = set.intersection(*({breach.kind for breach in breaches} for breaches in tries))
    sure = [breach for breaches in tries for breach in breaches if breach.sure]
    again = [breach for breach in tries[-1] if not breach.sure and breach.kind in always]
    return list({breach.sentence: breach for breach in (*sure, *again)}.values())
