"""Which file is a student's answer to an exercise, and which are older ones, copies or helpers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.intake.layouts import Claim
from grader.intake.names import Match
from grader.intake.walk import Kind

MAX_RIVALS = 4


@dataclass(frozen=True)
class Candidate:
    """One file that may be a student's answer to one exercise."""

    claim: Claim
    match: Match

    @property
    def document(self) -> bool:
        """Whether it is no code, by its name or because nothing else can be handed in so."""
        return self.claim.found.kind is not Kind.CODE or self.claim.typed is not None


@dataclass(frozen=True)
class Chosen:
    """The best of the candidates, its equals, and why each of the others is not graded.

    ``others`` are older or lesser versions of the answer, ``never`` were no version of it.
    """

    best: Candidate
    equals: tuple[Candidate, ...] = ()
    others: tuple[tuple[Candidate, str], ...] = ()
    never: tuple[tuple[Candidate, str], ...] = ()


@dataclass(frozen=True, order=True)
class _Rank:
    """How good a candidate is; the least is the best."""

    document: bool
    elsewhere: int
    attempt: int
    untouched: bool
    said: int
    helper: bool
    serial: int
    match: int
    depth: int


def choose(
    candidates: Sequence[Candidate],
    exercise: str,
    defines: Callable[[Claim], bool],
    untouched: Callable[[Claim], bool],
) -> Chosen:
    """Take the best of a student's files for one exercise.

    Parameters
    ----------
    candidates
        At least one.
    exercise
        The exercise, for the reasons.
    defines
        Tells whether a file defines an entry point of the exercise.
    untouched
        Tells whether a file is the stub as it was given: any work of the same attempt is better.
    """
    attempts = sorted({each.claim.attempt for each in candidates}, reverse=True)
    place = {attempt: i if all(attempts) else 0 for i, attempt in enumerate(attempts)}
    # What is later in another assignment is no later attempt at this one: there the name is heard first.
    apart = len({each.claim.assignment for each in candidates}) > 1

    def rank(each: Candidate) -> _Rank:
        claim, match = each.claim, each.match
        # Where the name does not settle it, a helper beside the answer must not be taken for it.
        helper = match >= Match.WORDS and len(candidates) > 1 and not each.document and not defines(claim)
        # An exact name, a copy's and one with further words all say the exercise.
        said = max(match, Match.WORDS)
        depth = len(claim.found.rel.parts)
        elsewhere = said if apart else 0
        as_given = len(candidates) > 1 and not each.document and untouched(claim)
        attempt = place[claim.attempt]
        return _Rank(each.document, elsewhere, attempt, as_given, said, helper, -claim.serial, match, depth)

    ranked = sorted(
        ((rank(each), each) for each in candidates), key=lambda pair: (pair[0], _by_path(pair[1]))
    )
    first, best = ranked[0]
    equals: list[Candidate] = []
    others: list[tuple[Candidate, str]] = []
    never: list[tuple[Candidate, str]] = []
    for order, other in ranked[1:]:
        if reason := _no_version(order, best, other, exercise):
            never.append((other, reason))
        elif order != first:
            others.append((other, _worse(order, first, other)))
        elif len(equals) < MAX_RIVALS:
            equals.append(other)
        else:
            others.append((other, f"an equal match; at most {MAX_RIVALS + 1} are graded"))
    return Chosen(best, tuple(equals), tuple(others), tuple(never))


def _by_path(candidate: Candidate) -> tuple[tuple[str, ...], str]:
    return candidate.claim.found.rel.parts, candidate.claim.found.shown


def _no_version(order: _Rank, best: Candidate, other: Candidate, exercise: str) -> str | None:
    """Why a file never was another version of the answer; None if it was."""
    graded = best.claim.found.shown
    if order.document:
        if problem := other.claim.found.problem:
            return f"{problem} {graded} stands for the answer"
        return f"it is not code; {graded} " + ("stands for all of it" if best.document else "was graded")
    if order.helper and other.match is Match.FOLDER:
        return f"it lies beside {graded} and defines nothing that {exercise} asks for"
    return None


def _worse(order: _Rank, best: _Rank, other: Candidate) -> str:
    if order.elsewhere == best.elsewhere and order.attempt != best.attempt:
        return "an earlier attempt"
    if order.untouched != best.untouched:
        return "it is the stub as it was given"
    if order.said == best.said:
        if order.helper != best.helper:
            return "it defines no entry point"
        if order.serial != best.serial:
            return "an earlier upload"
        if order.match == best.match:
            return "it lies deeper"
    return {
        Match.COPY: "its name is that of a copy",
        Match.WORDS: "its name is less exact",
        Match.FOLDER: "only its folder says the exercise",
        Match.CODE: "its name says no exercise",
    }.get(other.match, "its name is less exact")
