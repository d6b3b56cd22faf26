"""Scores written into the table of a platform: what is written, what is left alone, what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from grader.errors import UsageError
from grader.escape import clean
from grader.gradebook import NOT_SUBMITTED, Gradebook
from grader.model import Person
from grader.reports.people import Matched
from grader.reports.sheet import Sheet, as_number
from grader.reports.standing import number
from grader.text import plural

MAX_REPLACED = 10
MAX_NAMED = 50
# Platforms keep and compare two decimals.
DECIMALS = 2

NOT_FOUND = "not found in the file"
DOUBTFUL = "several rows fit, or the row fits several students: nothing was written for"
STRANGERS = "in the file and not in these results, left as they were"
NOTHING = "nothing handed in, left as they were"
UNRECOGNISED = "handed in files in which no answer was recognised, left as they were (look at them)"
NO_SCORE = "handed in and without a score yet, left as they were"
ODD_NAMES = "found by an id while the names are quite different (look at them)"


@dataclass(frozen=True)
class Terms:
    """How scores are written.

    Attributes
    ----------
    scale
        Write each score times the platform's maximum over ours.
    missing_as_zero
        Write 0 for who handed in nothing.
    """

    scale: bool = False
    missing_as_zero: bool = False


@dataclass(frozen=True)
class Target:
    """The column of a table into which scores go.

    Attributes
    ----------
    rows
        The rows that are a student's.
    mark
        What parts the decimals from a number.
    maximum
        The most that the platform gives; None if the table does not say.
    name_of, label_of
        The name in a row; what it is called where it is told of.
    kept
        Why a row must stay as it is; None if it need not.
    platform
        How the platform is called.
    """

    sheet: Sheet
    column: int
    rows: Sequence[int]
    mark: str
    maximum: float | None
    name_of: Callable[[int], str]
    label_of: Callable[[int], str]
    kept: Callable[[int], str | None]
    platform: str

    @property
    def title(self) -> str:
        """The heading of the column."""
        return self.sheet.header[self.column]


@dataclass
class Filled:
    """What was done to a table, to be told.

    Attributes
    ----------
    students
        The student of each row whose cell now holds the score.
    written
        How many cells have changed.
    replaced
        Who had another score before: a label, the old cell, the new one.
    same
        How many cells held it already.
    listed
        Of whom something is to be told, by what it is: whose cells were left alone, and why.
    notes
        Whole sentences.
    """

    sheet: Sheet
    title: str
    students: dict[int, str] = field(default_factory=dict)
    written: int = 0
    replaced: list[tuple[str, str, str]] = field(default_factory=list)
    same: int = 0
    listed: dict[str, list[str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def list(self, what: str, who: str) -> None:
        """Note of whom something is to be told."""
        self.listed.setdefault(what, []).append(who)


def fill(book: Gradebook, target: Target, matched: Matched, terms: Terms) -> Filled:
    """Write the sum of the scores of each student into its cell.

    A cell is left alone if nothing was handed in, if a score is not known yet, and if the platform
    would not take it. Raises `UsageError` if scores are to be scaled and a maximum is not known.
    """
    filled = Filled(target.sheet, target.title)
    factor = _factor(book, target, terms, filled)
    people = {person.id: person for person in book.people}
    for student, row in sorted(matched.rows.items(), key=lambda item: item[1]):
        score = _score(book, student, terms)
        if reason := target.kept(row):
            filled.list(reason, target.label_of(row))
        elif isinstance(score, str):
            filled.list(score, target.label_of(row))
        else:
            _write(filled, target, row, round(score * factor, DECIMALS) if terms.scale else score)
            filled.students[row] = student
    for student in matched.odd:
        row = matched.rows[student]
        filled.list(ODD_NAMES, f"{label(people[student])} as {target.label_of(row)}")
    lost = [person for person in book.people if person.id not in matched.rows]
    for person in lost:
        filled.list(DOUBTFUL if person.id in matched.doubtful else NOT_FOUND, label(person))
    _strangers(filled, target, set(matched.rows.values()), terms, everybody=not lost)
    return filled


def _strangers(filled: Filled, target: Target, known: set[int], terms: Terms, *, everybody: bool) -> None:
    """The rows of who is not in the results: a zero only if nobody is missing who could be meant."""
    strangers = [row for row in target.rows if row not in known]
    for row in strangers:
        reason = target.kept(row)
        if reason is None and terms.missing_as_zero and everybody:
            _write(filled, target, row, 0.0)
        else:
            filled.list(reason or STRANGERS, target.label_of(row))
    if strangers and terms.missing_as_zero and not everybody:
        filled.notes.append(
            "Rows that are nobody's in these results got no zero, as some students were not found in the "
            "file: one of these rows could be theirs."
        )


def _score(book: Gradebook, student: str, terms: Terms) -> float | str:
    """The sum of a student's scores, or why there is none."""
    entries = [book.entry(student, exercise) for exercise in book.exercises]
    if not any(e is not None and (e.status != NOT_SUBMITTED or e.score is not None) for e in entries):
        if student in book.unrecognised:
            return UNRECOGNISED
        return 0.0 if terms.missing_as_zero else NOTHING
    total = book.total(student)
    return NO_SCORE if total is None else total


def _factor(book: Gradebook, target: Target, terms: Terms, filled: Filled) -> float:
    """What scores are multiplied with; a note if the maxima differ and nothing was said of it."""
    ours, theirs = book.max_total, target.maximum
    if terms.scale:
        if not theirs or not ours:
            whose = f"of {clean(target.title)} in {target.sheet.name}" if ours else "of these exercises"
            raise UsageError(f"--scale needs the maximum {whose}, and it is not known: leave --scale out.")
        return theirs / ours
    if theirs is not None and round(theirs - ours, DECIMALS):
        filled.notes.append(
            f"{clean(target.title)} is out of {number(theirs)} points in {target.platform}, these exercises "
            f"are out of {number(ours)}: the points were written as they are. --scale writes each score "
            f"times {number(theirs)}/{number(ours)}."
        )
    return 1.0


def _write(filled: Filled, target: Target, row: int, score: float) -> None:
    """Write a score, unless the cell holds it already; note what stood there before."""
    old = target.sheet.value(row, target.column).strip()
    new = number(score).replace(".", target.mark)
    held = as_number(old)
    if held is not None and round(held, DECIMALS) == round(score, DECIMALS):
        filled.same += 1
        return
    target.sheet.put(row, target.column, new)
    filled.written += 1
    if old and old != "-":
        filled.replaced.append((target.label_of(row), old, new))


def label(person: Person) -> str:
    """A student as messages tell of one: name and id."""
    return f"{person.name} ({person.id})" if person.name else person.id


def filled_lines(filled: Filled) -> list[str]:
    """What an instructor is told of a table that was filled in."""
    told = f"; {filled.same} were there already" if filled.same else ""
    lines = [f"{plural(filled.written, 'score')} written into {clean(filled.title)}{told}."]
    if filled.replaced:
        shown = [
            f"{clean(who, 80)}: {clean(old, 20)} -> {new}" for who, old, new in filled.replaced[:MAX_REPLACED]
        ]
        lines.append(f"{len(filled.replaced)} in the place of another: {_some(shown, filled.replaced)}")
    lines += [f"Note: {note}" for note in filled.notes]
    return lines + listed_lines(filled.listed)


def listed_lines(listed: Mapping[str, Sequence[str]]) -> list[str]:
    """Of whom something is to be told, a line for each thing."""
    return [
        f"{len(labels)} {what}: {_some([clean(each, 80) for each in labels[:MAX_NAMED]], labels)}"
        for what, labels in listed.items()
    ]


def _some(shown: Sequence[str], of: Sequence[object]) -> str:
    more = f" and {len(of) - len(shown)} more" if len(of) > len(shown) else ""
    return "; ".join(shown) + more


def near_columns(header: Sequence[str], columns: Mapping[int, object] | Sequence[int]) -> str:
    """Headings, to choose from."""
    return ", ".join(f'"{clean(header[column], 80)}"' for column in list(columns)[:MAX_NAMED]) or "none"
