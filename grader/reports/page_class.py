"""What the page of a class shows, as plain data in the order of the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from grader.causes import Group, Kind
from grader.escape import clean
from grader.gradebook import ASKS_FOR_AN_EYE, NOT_GRADED, NOT_SUBMITTED, Entry, Gradebook
from grader.markup import points
from grader.model import Person
from grader.reports.rendering import words
from grader.reports.statistics import MIN_PAIRS, ExerciseStatistics, distribution, of_exercise, totals

Href = Callable[[str, str], str | None]
"""Where the page of a student and exercise is; None if there is none."""

# A list that is longer is cut, so that the page stays small; the table has them all.
MAX_LISTED = 200
MAX_SLOWEST = 10
MAX_GROUPS = 12
MAX_WHO = 8
MAX_TEXT = 300
UNITS = {"s": "s", "mb": "MB", "kb": "kB"}
NOT_JUDGED = ("harness_error", NOT_GRADED, "unreadable", "syntax_error", "import_failed", "missing")


@dataclass(frozen=True)
class Cell:
    """One student and exercise in the table; ``told`` are the words below the score."""

    status: str
    score: str
    href: str | None
    told: tuple[str, ...]
    tone: str
    eye: bool


@dataclass(frozen=True)
class Row:
    """One student in the table."""

    name: str
    id: str
    section: str
    cells: tuple[Cell | None, ...]
    total: float | None


@dataclass(frozen=True)
class Line:
    """One result in a list, and what is to be said of it."""

    who: str
    exercise: str
    href: str | None
    status: str
    told: str


@dataclass(frozen=True)
class Listed:
    """A list that may be cut: ``more`` were left out."""

    lines: tuple[Line, ...]
    more: int

    @property
    def count(self) -> int:
        """How many there are, shown or not."""
        return len(self.lines) + self.more


@dataclass(frozen=True)
class Why:
    """A group of students who fail in the same way; ``who`` holds names and where their pages are."""

    kind: str
    name: str
    size: int
    checks: str
    told: str
    who: tuple[tuple[str, str | None], ...]
    more: int


@dataclass(frozen=True)
class Change:
    """What was set by hand; ``now`` is None if only a comment was."""

    who: str
    exercise: str
    href: str | None
    computed: float | None
    now: float | None
    comment: str
    reason: str
    by: str
    at: str


class ClassView:
    """A class as its page shows it. Each list is made when the template comes to it."""

    def __init__(self, book: Gradebook, href: Href) -> None:
        self.book = book
        self._href = href
        self._people = {person.id: person for person in book.people}
        self._entries = sorted(book.entries.values(), key=lambda e: (self.who(e.student), e.exercise))
        self.exercises = book.exercises
        self.most_listed, self.min_pairs = MAX_LISTED, MIN_PAIRS
        self.has_sections = any(person.section for person in book.people)
        self.numbers = tuple(of_exercise(book, exercise) for exercise in book.exercises)

    def who(self, student: str) -> str:
        """How a student is called."""
        return name_of(self._people.get(student) or Person(student))

    def rows(self) -> Iterable[Row]:
        """The table, in the order of the class."""
        for person in self.book.people:
            cells = tuple(self._cell(self.book.entry(person.id, exercise)) for exercise in self.exercises)
            name = name_of(person)
            shown_id = "" if person.id == name else person.id
            yield Row(name, shown_id, person.section or "", cells, self.book.total(person.id))

    def _cell(self, entry: Entry | None) -> Cell | None:
        if entry is None or (entry.status == NOT_SUBMITTED and entry.override is None):
            return None
        told = [] if entry.status in ("passed", "failed") else [words(entry.status)]
        told += [words(end) for end in entry.ends if end != entry.status]
        told += ["late"] if entry.late else []
        if entry.override is not None:
            told.append("comment" if entry.override.score is None else "by hand")
        score = "" if entry.score is None else points(entry.score)
        href = self._href(entry.student, entry.exercise)
        return Cell(entry.status, score, href, tuple(told), _tone(entry), entry.needs_eye)

    # ----------------------------------------------------------------------- numbers

    def statuses(self) -> list[tuple[str, int]]:
        """How many results of each status, the most frequent first."""
        return Counter(entry.status for entry in self._submitted()).most_common()

    def results(self) -> int:
        """How many hand-ins there are."""
        return len(self._submitted())

    def _submitted(self) -> list[Entry]:
        return [entry for entry in self._entries if entry.status != NOT_SUBMITTED]

    def totals(self) -> list[float]:
        """The totals that are known, of those who handed something in."""
        return totals(self.book)

    def distribution(self) -> list[tuple[str, int]]:
        """How many totals lie in each tenth of the points."""
        most = self.book.max_total or 1.0
        counts = distribution([total / most for total in self.totals()])
        step = 100 // len(counts)
        return [(f"{i * step} to {(i + 1) * step} %", count) for i, count in enumerate(counts)]

    def hardest_first(self) -> list[ExerciseStatistics]:
        """The exercises, those with the smallest share of points first."""
        return sorted(self.numbers, key=lambda n: (n.difficulty is None, n.difficulty or 0.0))

    def limits(self) -> list[tuple[str, str]]:
        """What a submission might use, each with its unit."""
        found = []
        for name, value in self.book.limits.items():
            stem, _, unit = name.rpartition("_")
            told = f"{value} {UNITS[unit]}" if stem and unit in UNITS else str(value)
            found.append((words(stem if stem and unit in UNITS else name), told))
        return found

    # ----------------------------------------------------------------------- lists

    def eye(self) -> Listed:
        """What a human should look at."""
        return self._listed([entry for entry in self._entries if entry.needs_eye], _why_eye)

    def not_judged(self) -> Listed:
        """Where nothing could be checked, the grader's own errors first."""
        found = [entry for entry in self._entries if entry.status in NOT_JUDGED]
        found.sort(key=lambda entry: NOT_JUDGED.index(entry.status))
        return self._listed(found, _why_not_judged)

    def slowest(self) -> Listed:
        """The hand-ins that took longest to grade."""
        timed = sorted(self._submitted(), key=lambda entry: -entry.duration_s)
        return self._listed(timed[:MAX_SLOWEST], lambda entry: f"{entry.duration_s:.2f} s")

    def notes(self) -> Listed:
        """What the grader noted on a hand-in."""
        noted = [entry for entry in self._entries if entry.notes]
        return self._listed(noted, lambda entry: " / ".join(entry.notes))

    def _listed(self, entries: Sequence[Entry], told: Callable[[Entry], str]) -> Listed:
        lines = tuple(
            Line(
                self.who(entry.student),
                entry.exercise,
                self._href(entry.student, entry.exercise),
                entry.status,
                clean(told(entry), MAX_TEXT),
            )
            for entry in entries[:MAX_LISTED]
        )
        return Listed(lines, len(entries) - len(lines))

    def silent(self) -> list[str]:
        """Who handed in nothing."""
        active = {entry.student for entry in self._submitted()} | self.book.unrecognised
        return [name_of(person) for person in self.book.people if person.id not in active]

    def unrecognised(self) -> list[tuple[str, str]]:
        """Who handed in files of which none is an answer, as far as could be told; a name for each file."""
        return [(self.who(each.student or ""), each.path) for each in self.book.unrecognised_files()]

    def changes(self) -> list[Change]:
        """What was set by hand."""
        return [
            Change(
                self.who(entry.student),
                entry.exercise,
                self._href(entry.student, entry.exercise),
                entry.computed,
                entry.override.score,
                clean(entry.override.comment or "", MAX_TEXT),
                clean(entry.override.reason, MAX_TEXT),
                entry.override.by,
                entry.override.at,
            )
            for entry in self._entries
            if entry.override is not None
        ]

    def unsafe(self) -> int:
        """How many were graded without isolation."""
        return sum(not entry.isolated for entry in self._submitted())

    # ----------------------------------------------------------------------- causes

    def causes(self) -> list[tuple[str, int, list[Why], int]]:
        """By exercise how many fail, why (causes first, single answers together), and what is left out."""
        found = []
        for exercise in self.exercises:
            groups = [group for group in self.book.groups if group.exercise == exercise]
            alone = [group for group in groups if group.kind is Kind.ALIKE and group.size == 1]
            reasons = [self._why(group) for group in groups if group not in alone]
            if alone:
                reasons.append(self._alone(alone))
            if groups:
                more = max(len(reasons) - MAX_GROUPS, 0)
                found.append((exercise, groups[0].failed, reasons[:MAX_GROUPS], more))
        return found

    def _why(self, group: Group) -> Why:
        kind, name = {
            Kind.CAUSE: ("known mistake", group.name),
            Kind.ALIKE: ("answers alike, no known cause", ""),
            Kind.NOT_STARTED: ("not started", ""),
            Kind.STOPPED: ("stopped, no wrong answer", words(group.name)),
        }[group.kind]
        first = group.members[0]
        checks = [f"{clean(check, 60)} ({count})" for check, count in list(group.checks.items())[:3]]
        if len(group.checks) > len(checks):
            checks.append(f"{len(group.checks) - len(checks)} more")
        told = (
            first.told
            if group.kind is not Kind.ALIKE or not first.checks
            else f"{first.checks[0]}: {first.told}"
        )
        everywhere = sum(group.checks.values()) == first.all_checks * group.size
        where = "every check" if everywhere else ", ".join(checks)
        return Why(kind, name, group.size, where, clean(told, MAX_TEXT), *self._names([group]))

    def _alone(self, groups: Sequence[Group]) -> Why:
        told = "" if len(groups) > 1 else self._why(groups[0]).told
        return Why("unlike any other, no known cause", "", len(groups), "", told, *self._names(groups))

    def _names(self, groups: Sequence[Group]) -> tuple[tuple[tuple[str, str | None], ...], int]:
        members = [member for group in groups for member in group.members]
        shown = tuple(
            (
                self.who(member.student) if member.student else member.submission,
                self._href(member.student, member.exercise),
            )
            for member in members[:MAX_WHO]
        )
        return shown, len(members) - len(shown)


def name_of(person: Person) -> str:
    """How a person is called: by name, else by id."""
    return (person.name or "").strip() or person.id.strip() or "(no name)"


def _why_eye(entry: Entry) -> str:
    """Why a human should look at it: the notes that say so, else the message."""
    notes = [note for note in entry.notes if ASKS_FOR_AN_EYE in note]
    return " / ".join(notes) or entry.message


def _why_not_judged(entry: Entry) -> str:
    return "No run has come to it yet." if entry.status == NOT_GRADED else entry.message


def _tone(entry: Entry) -> str:
    """What colour stands behind it: good, part, bad, odd, or fault for the grader's own."""
    if entry.status in ("harness_error", NOT_GRADED) and entry.score is None:
        return "fault"
    if entry.score is not None and entry.max_score and entry.score >= entry.max_score:
        return "good"
    if entry.status not in ("passed", "failed"):
        return "odd"
    return "part" if entry.score else "bad"
