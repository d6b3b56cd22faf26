"""Name the cause of a failure, if it is proven. Pure: no files, no processes, no clock.

A cause is a known mistake whose observations are those of the submission, or a repair that makes the
answer right, or one of each.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from grader.diagnose.agreement import (
    Answer,
    answers,
    failed_places,
    failing_places,
    passing_places,
    same_failure,
)
from grader.diagnose.bank import known_mistake, possible_mistakes
from grader.diagnose.combined import combined
from grader.diagnose.kinds import EXCEPTION
from grader.diagnose.proofs import OutOfWork, Work
from grader.diagnose.search import Scene, of_another_kind, repaired
from grader.diagnose.sites import sites_of
from grader.judge import Place, judge
from grader.model import Cause, Key, Raises, Seen, Status, Verdict
from grader.text import repair_text

__all__ = ["diagnose", "failed_places", "failing_places", "same_failure"]

# Numbers that are looked at in search of a repair: a tenth of a second's worth, or so.
MAX_NUMBERS = 5_000_000


def diagnose(key: Key, verdict: Verdict, seen: Sequence[Seen]) -> Cause | None:
    """The cause of a submission's failure.

    A known mistake is proven if it agrees with the submission on every failing case (equal under the
    check's own policy; for exceptions the same type) and fails no case that the submission passes. A
    repair is proven if it makes every failing case right, one that goes with a known mistake if it
    makes every case what it is of that mistake. The search ends after a certain amount of work, which
    is counted, not timed: the same submission has the same cause on a slow machine.
    """
    ours = answers(seen)
    with np.errstate(all="ignore"):
        try:
            return _cause(key, verdict, ours, Work(MAX_NUMBERS))
        except OutOfWork:
            return None


def _cause(
    key: Key, verdict: Verdict, ours: dict[Place, Answer], work: Work, *, one_alone: bool = False
) -> Cause | None:
    failing, passing = failing_places(verdict), passing_places(verdict)
    if not failing:
        return None
    candidates = possible_mistakes(key, passing)
    cause = known_mistake(key, ours, failing, candidates)
    if cause is not None:
        return cause
    scene = Scene(key, ours, tuple(sites_of(key, failing, passing, ours)), failing, passing, work)
    if one_alone:
        return repaired(scene)
    kind = of_another_kind(scene)
    if kind is None:
        return repaired(scene) or combined(scene, candidates)
    slug, mended = kind
    work.spend(scene.size)
    rest = judge(key, [verdict.load, *(answer.seen for answer in mended.values())])
    if rest.status is Status.PASSED:
        return Cause(slug, (repair_text(slug),))
    if slug == EXCEPTION and _asked_to_refuse(key, failing_places(rest)):
        # One way to check what is refused may look like two: that it is another one, and raises otherwise.
        return combined(scene, candidates)
    cause = _cause(key, rest, mended, work, one_alone=True)
    if cause is not None:
        return Cause(f"{cause.slug}+{slug}", (*cause.texts, repair_text(slug, alone=False)))
    return combined(scene, candidates)


def _asked_to_refuse(key: Key, places: frozenset[Place]) -> bool:
    """Whether one of the cases asks for an exception."""
    cases = (key.checks[check].cases[case] for check, case in places)
    return any(isinstance(policy, Raises) for case in cases for _, some in case.expect for policy in some)
