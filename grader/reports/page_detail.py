"""What the page of one student and exercise shows, as plain data."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import dataclass
from itertools import groupby

from grader.gradebook import Details, Told, ToldMap
from grader.markup import Markup, code_lines
from grader.model import UNSAFE, CheckResult
from grader.text import plural

# So much code is shown; a browser is slow with more, and nobody reads it.
MAX_SOURCE = 200_000
MAX_UNITS = 1000
MARKS = {"#": "wrong", "+": "partly wrong", ".": "right"}


@dataclass(frozen=True)
class Piece:
    """A file or a cell, as it is shown."""

    label: str
    code: Markup


@dataclass(frozen=True)
class Source:
    """What was handed in; ``left_out`` characters are not shown."""

    pieces: tuple[Piece, ...]
    left_out: int


@dataclass(frozen=True)
class MapView:
    """A map of wrong entries.

    ``told`` says in words what it shows; ``head`` holds what stands above the labels, what stands above the
    marks, and whether that is a ruler with a letter above each mark; ``rows`` hold a label and runs of
    one mark.
    """

    told: str
    head: tuple[tuple[str, str, bool], ...]
    rows: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    legend: str


@dataclass(frozen=True)
class Evidence:
    """What only an instructor may see of a check."""

    message: str
    printed: str | None
    map: MapView | None


@dataclass(frozen=True)
class CheckView:
    """A check and its evidence."""

    check: CheckResult
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True)
class DetailView:
    """One result with all that is kept of it."""

    details: Details
    sources: bool

    @property
    def score(self) -> float | None:
        """The score that counts."""
        override = self.details.override
        if override is not None and override.withdrawn_at is None and override.score is not None:
            return override.score
        return self.details.result.score

    @property
    def checks(self) -> list[CheckView]:
        """The checks in their order, each with what an instructor may see of it."""
        return [
            CheckView(
                check, tuple(evidence_of(told) for told in self.details.told if told.check == check.name)
            )
            for check in self.details.result.checks
        ]

    @property
    def other_evidence(self) -> list[tuple[str, Evidence]]:
        """What is told of no check of the result (of the file as a whole, say)."""
        names = {check.name for check in self.details.result.checks}
        return [(told.check, evidence_of(told)) for told in self.details.told if told.check not in names]

    @property
    def source(self) -> Source | None:
        """What was handed in; None if it is not to be shown or was not kept."""
        return source_of(self.details.source) if self.sources and self.details.source else None

    @property
    def unsafe(self) -> bool:
        """Whether it was graded without isolation."""
        return UNSAFE in self.details.result.isolation

    @property
    def command(self) -> str:
        """What gives the same result again, in the folder of the submissions."""
        result = self.details.result
        archive, inside, member = result.submission.partition("!/")
        path = shlex.quote(member if inside else archive)
        # A path that begins with a dash would be taken for an option.
        path = f"./{path}" if path.startswith("-") else path
        return f"kata check {path} --exercise {shlex.quote(result.exercise)} --seed {result.seed}"

    @property
    def archive(self) -> str:
        """The archive that the file is a member of; empty if it is none."""
        archive, inside, _ = self.details.result.submission.partition("!/")
        return archive if inside else ""


def source_of(units: tuple[tuple[str, str], ...]) -> Source:
    """The code that is shown of some files or cells."""
    room, pieces = MAX_SOURCE, []
    for number, (label, text) in enumerate(units[:MAX_UNITS]):
        if room <= 0:
            break
        pieces.append(Piece(label, code_lines(text[:room], number)))
        room -= len(text)
    return Source(tuple(pieces), sum(len(text) for _, text in units) - shown_of(units))


def shown_of(units: tuple[tuple[str, str], ...]) -> int:
    """How many characters of some files or cells are shown."""
    return min(sum(len(text) for _, text in units[:MAX_UNITS]), MAX_SOURCE)


def evidence_of(told: Told) -> Evidence:
    """What an instructor may see of a check that failed."""
    return Evidence(told.message, told.printed, map_of(told.map) if told.map else None)


def map_of(told: ToldMap) -> MapView:
    """A map with its marks in runs, and its contents in a sentence."""
    counts = Counter(mark for _, marks in told.rows for mark in marks)
    total = sum(counts.values())
    parts = [f"{counts[mark]} {meaning}" for mark, meaning in MARKS.items() if counts[mark]]
    gutter = max((len(label) for label, _ in told.rows), default=0)
    head = tuple(
        (line[:gutter], line[gutter:], not any(char.isalpha() for char in line)) for line in told.head
    )
    rows = tuple(
        (label, tuple((MARKS.get(mark, ""), "".join(run)) for mark, run in groupby(marks)))
        for label, marks in told.rows
    )
    return MapView(f"Of {plural(total, 'mark')}: {', '.join(parts) or 'nothing'}.", head, rows, told.legend)
