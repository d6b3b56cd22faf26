"""A gradebook exported from Canvas, with the scores of one assignment filled in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from grader.errors import UsageError
from grader.escape import clean
from grader.gradebook import Gradebook
from grader.reports.filling import Filled, Target, Terms, fill, near_columns
from grader.reports.people import Way, match
from grader.reports.sheet import Sheet, as_number, decimal_mark

_TITLE = re.compile(r"(?P<title>.*\S)\s*\((?P<id>\d+)\)", re.DOTALL)
# Columns of Canvas's own, wherever these words stand in a heading: it takes no score from them.
_COMPUTED = re.compile(r"(Current|Final|Override) (Score|Points|Grade|Status)")
_NO_STUDENT = re.compile(r"\s*(Muted|Manual Posting.*)?\s*", re.IGNORECASE | re.DOTALL)
_IDENTITY = (
    "Student",
    "LastName",
    "FirstName",
    "ID",
    "SIS User ID",
    "SIS Login ID",
    "Integration ID",
    "Root Account",
    "Section",
)
TEST_STUDENT = ("student, test", "test student")
EXCUSED = "excused (EX), left as they were"
NOT_ASSIGNED = "not assigned to them (N/A), left as they were"


@dataclass(frozen=True)
class _Export:
    """What was understood of an export: its identity columns by name, its rows, its points."""

    sheet: Sheet
    columns: dict[str, int]
    points_row: int | None
    rows: tuple[int, ...]

    def text(self, row: int, heading: str) -> str:
        """A cell of an identity column; empty if there is no such column."""
        column = self.columns.get(heading)
        return "" if column is None else self.sheet.value(row, column).strip()

    def name(self, row: int) -> str:
        """The name in a row, as Canvas sorts it."""
        if "LastName" in self.columns:
            return f"{self.text(row, 'LastName')}, {self.text(row, 'FirstName')}"
        return self.text(row, "Student")

    def label(self, row: int) -> str:
        """A row as messages tell of it."""
        key = self.text(row, "SIS User ID") or self.text(row, "SIS Login ID") or self.text(row, "ID")
        return f"{self.name(row)} ({key})" if key else self.name(row)

    def points(self, column: int) -> str:
        """What the row of maxima says of a column."""
        return "" if self.points_row is None else self.sheet.value(self.points_row, column).strip()


def fill_canvas(
    book: Gradebook, data: bytes, name: str, assignment: str | None = None, terms: Terms | None = None
) -> Filled:
    """Fill the scores of a class into a gradebook that Canvas has exported.

    Parameters
    ----------
    book
        The class; the sum over its exercises is written.
    data, name
        The file, and what it is called.
    assignment
        Heading, title or number of the assignment. It may be left out if there is one only, or if the
        class has one exercise and one title names it.
    terms
        How scores are written.

    Returns
    -------
    Filled
        The table, of which one column is changed, and what is told of it.

    Raises
    ------
    UsageError
        If it is no such file, or the assignment is not clear or takes no scores.
    """
    export = _read(Sheet(data, name))
    column, notes = _assignment(export, book, assignment)
    sheet = export.sheet
    headings = [c for c in range(len(sheet.header)) if _is_open(export, c)]
    cells = (cell for c in headings for cell in [export.points(c), *sheet.column(c)])
    target = Target(
        sheet=sheet,
        column=column,
        rows=export.rows,
        mark=decimal_mark(cells, "," if sheet.delimiter == ";" else "."),
        maximum=as_number(export.points(column)),
        name_of=export.name,
        label_of=export.label,
        kept=lambda row: _kept(sheet.value(row, column)),
        platform="Canvas",
    )
    filled = fill(book, target, match(book.people, export.rows, _ways(export), export.name), terms or Terms())
    filled.notes[:0] = notes
    return filled


def _kept(cell: str) -> str | None:
    told = cell.strip().casefold()
    return {"ex": EXCUSED, "n/a": NOT_ASSIGNED}.get(told)


def _ways(export: _Export) -> list[Way]:
    """How Canvas knows a student; a submission that came from it has its ID, others what the school gave."""

    def by(heading: str, *, folded: bool = False) -> Way:
        texts = (lambda p: (p.login, p.email, p.id)) if folded else (lambda p: (p.id,))
        return Way(lambda row: export.text(row, heading), texts, folded)

    return [by("ID"), by("SIS User ID"), by("SIS Login ID", folded=True), by("Integration ID")]


def _read(sheet: Sheet) -> _Export:
    header = sheet.header
    first = header[0] if header else ""
    if not ("Student" in first or header[:2] == ["LastName", "FirstName"]) or "ID" not in header:
        raise UsageError(
            f'{sheet.name} is no gradebook of Canvas: its first columns are not "Student" and "ID". Export '
            'it there with "Export Entire Gradebook", and give the file as it is.'
        )
    columns = {name: header.index(name) for name in _IDENTITY if name in header}
    if "LastName" not in columns:
        columns["Student"] = 0
    points_row: int | None = None
    rows = []
    for row in range(1, len(sheet)):
        cells = [sheet.value(row, column) for column in range(len(header))]
        if "Points Possible" in cells[0]:
            points_row = row
        elif not all(_NO_STUDENT.fullmatch(cell) for cell in cells):
            rows.append(row)
    export = _Export(sheet, columns, points_row, ())
    students = (row for row in rows if " ".join(export.name(row).casefold().split()) not in TEST_STUDENT)
    return _Export(sheet, columns, points_row, tuple(students))


def _is_open(export: _Export, column: int) -> bool:
    """Whether a column is an assignment's whose scores Canvas takes."""
    heading = export.sheet.header[column]
    if column <= max(export.columns.values()) or _COMPUTED.search(heading) or not _TITLE.fullmatch(heading):
        return False
    return not _is_read_only(export, column)


def _is_read_only(export: _Export, column: int) -> bool:
    """Whether the row of maxima says so: ``(read only)`` in the language of the course, never a number."""
    points = export.points(column)
    return bool(points) and as_number(points) is None


def _assignment(export: _Export, book: Gradebook, wanted: str | None) -> tuple[int, list[str]]:
    """The column that is meant, and what is to be told of the choice."""
    header = export.sheet.header
    if wanted is not None:
        return _named(export, wanted)
    columns = [column for column in range(len(header)) if _is_open(export, column)]
    if len(columns) == 1:
        return columns[0], [f'"{clean(header[columns[0]])}" was taken: there is no other assignment.']
    if len(book.exercises) == 1:
        exercise = book.exercises[0]
        called = {_words(exercise), _words(book.titles.get(exercise, exercise))}
        fitting = [c for c in columns if any(f" {name} " in f" {_words(header[c])} " for name in called)]
        if len(fitting) == 1:
            return fitting[0], [f'"{clean(header[fitting[0]])}" was taken: its title names {exercise}.']
    raise UsageError(
        f"{export.sheet.name} has {len(columns)} assignments: say with --assignment into which one "
        f"the scores go. There are: {near_columns(header, columns)}."
    )


def _named(export: _Export, wanted: str) -> tuple[int, list[str]]:
    """The column that goes by a heading, a title or a number."""
    sheet, header = export.sheet, export.sheet.header
    identity = max(export.columns.values())
    columns = [column for column in range(len(header)) if column > identity]
    found = next((f for f in (_exact(header, columns, wanted), _loose(header, columns, wanted)) if f), [])
    if len(found) > 1:
        raise UsageError(
            f"{sheet.name} has several assignments {clean(wanted)}: give the number in brackets with "
            f"--assignment. There are: {near_columns(header, found)}."
        )
    if not found:
        known = [column for column in columns if _is_open(export, column)]
        raise UsageError(
            f"{sheet.name} has no assignment {clean(wanted)}. There are: {near_columns(header, known)}."
        )
    column = found[0]
    if _COMPUTED.search(header[column]) or _is_read_only(export, column):
        raise UsageError(f'"{clean(header[column])}" is read only in Canvas: it takes no scores for it.')
    if _TITLE.fullmatch(header[column]):
        return column, []
    return column, [
        f'"{clean(header[column])}" has no number in brackets: if Canvas knows no assignment of exactly this '
        "title, it makes a new one."
    ]


def _exact(header: list[str], columns: Iterable[int], wanted: str) -> list[int]:
    return [column for column in columns if header[column] == wanted.strip()]


def _loose(header: list[str], columns: Iterable[int], wanted: str) -> list[int]:
    wanted = " ".join(wanted.casefold().split())
    found = []
    for column in columns:
        parted = _TITLE.fullmatch(header[column])
        names = {header[column], *(parted.groups() if parted else ())}
        if wanted in {" ".join(name.casefold().split()) for name in names}:
            found.append(column)
    return found


def _words(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))
