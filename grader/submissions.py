"""What was handed in, sorted by the exercises of a pack. Nothing here runs code, so it works everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from grader.catalogue import Pack
from grader.intake.classes import open_class
from grader.intake.hand_ins import ClassSubmissions
from grader.model import Exercise, Limits, Person


@contextmanager
def open_submissions(
    submissions: Path, pack: Pack, *, layout: str | None = None, roster: Sequence[Person] = ()
) -> Iterator[ClassSubmissions]:
    """Find what was handed in, for broken exercises too; raises `UsageError` if there is nothing to grade."""
    with open_class(submissions, known_exercises(pack), layout=layout, roster=roster) as found:
        yield found


def known_exercises(pack: Pack) -> dict[str, Exercise]:
    """The exercises of a pack; those that are broken by their names alone."""
    return {**pack.exercises, **{name: _unusable(name) for name in pack.broken}}


def _unusable(name: str) -> Exercise:
    """A broken exercise, known by its name alone: what is handed in for it is told apart, not lost."""
    nothing: tuple[str, ...] = ()
    return Exercise(
        name=name,
        title=name,
        folder=Path(),
        solution_folder=None,
        tracks=nothing,
        difficulty="",
        tags=nothing,
        entry_points=nothing,
        needs=nothing,
        prerequisites=nothing,
        read_next=nothing,
        hints=nothing,
        limits=Limits(),
        digest="",
    )
