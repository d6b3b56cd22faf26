"""Reads a whole class at once, for tests of what was found and of what it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.intake.classes import open_class
from grader.intake.hand_ins import ClassSubmissions, read_hand_in
from grader.model import Exercise, Person, Submission


@dataclass(frozen=True)
class Read:
    """What a class handed in, with all that is graded already read."""

    found: ClassSubmissions
    submissions: tuple[Submission, ...]

    @property
    def ignored(self) -> tuple[tuple[str, str], ...]:
        return tuple((passed.path, passed.reason) for passed in self.found.ignored)

    @property
    def superseded(self) -> tuple[tuple[str, str], ...]:
        return tuple((passed.path, passed.reason) for passed in self.found.superseded)

    @property
    def students(self) -> tuple[str, ...]:
        return tuple(person.id for person in self.found.people)

    @property
    def layout(self) -> str:
        return self.found.layout


def read_class(
    path: Path,
    exercises: Mapping[str, Exercise],
    *,
    layout: str | None = None,
    roster: Sequence[Person] = (),
) -> Read:
    with open_class(path, exercises, layout=layout, roster=roster) as found:
        return Read(found, tuple(map(read_hand_in, found.hand_ins)))


def table(handed_in: Read) -> list[tuple[str, str, str]]:
    return [(each.student, each.exercise, each.path) for each in handed_in.submissions]
