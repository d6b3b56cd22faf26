"""Moodle's offline grading worksheet, understood in the language of whoever downloaded it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from grader.errors import UsageError
from grader.escape import clean
from grader.gradebook import Gradebook
from grader.reports.filling import near_columns
from grader.reports.people import Matched, Way, match
from grader.reports.sheet import Sheet, as_number

# The headings of a worksheet are in the language of whoever downloads it; these are of Moodle's own packs.
# The first that is there counts.
GRADE = (
    "grade",
    "bewertung",
    "note",
    "calificación",
    "valutazione",
    "cijfer",
    "nota",
    "avaliação",
    "ocena",
    "оценка",
    "qualificació",
    "betyg",
)
COMMENTS = (
    "feedback comments",
    "feedback als kommentar",
    "feedback par commentaires",
    "comentarios de retroalimentación",
    "commenti",
    "commenti di feedback",
    "comentários de feedback",
    "komentarz zwrotny",
    "отзыв в виде комментария",
    "feedback",
)
YES = {"yes", "ja", "oui", "sí", "si", "sì", "sim", "tak", "да"}
NO = {"no", "nein", "non", "nee", "não", "nie", "нет", "nej"}

_IDENTIFIER = re.compile(r"(\D+)(\d+)")


@dataclass(frozen=True)
class Worksheet:
    """What was understood of a worksheet: its column of identifiers, and the rows of students."""

    sheet: Sheet
    identifier: int
    rows: tuple[int, ...]

    @cached_property
    def named(self) -> bool:
        """Whether names stand beside the identifiers; where they are hidden, many cells there are alike."""
        beside = self.identifier + 1
        if beside >= len(self.sheet.header) or self.sheet.header[beside].casefold() in GRADE:
            return False
        names = self.cells(beside)
        return 2 * len(set(names)) > len(self.rows)

    def number(self, row: int) -> str:
        """The number of a participant."""
        found = _IDENTIFIER.fullmatch(self.sheet.value(row, self.identifier).strip())
        return found[2] if found else ""

    def name(self, row: int) -> str:
        """The full name, which stands beside the identifier unless names are hidden."""
        return self.sheet.value(row, self.identifier + 1).strip() if self.named else ""

    def label(self, row: int) -> str:
        """A row as messages tell of it."""
        identifier = self.sheet.value(row, self.identifier).strip()
        return f"{self.name(row)} ({identifier})" if self.named else identifier

    def cells(self, column: int) -> list[str]:
        """What the rows of students say in a column, empty cells left out."""
        cells = (self.sheet.value(row, column).strip() for row in self.rows)
        return [cell for cell in cells if cell]


def read_worksheet(sheet: Sheet) -> Worksheet:
    """Find the column with identifiers: the first with one text and a number in each of its cells."""
    for column in range(len(sheet.header)):
        cells = {row: _IDENTIFIER.fullmatch(sheet.value(row, column).strip()) for row in range(1, len(sheet))}
        rows = [row for row, found in cells.items() if found]
        others = [row for row, found in cells.items() if not found and sheet.value(row, column).strip()]
        if rows and not others and len({found[1] for found in cells.values() if found}) == 1:
            return Worksheet(sheet, column, tuple(rows))
    raise UsageError(
        f"{sheet.name} is no grading worksheet of Moodle: no column holds identifiers as in "
        '"Participant 123". Download it from the assignment with "Download grading worksheet", and give it '
        "as it is."
    )


def column_of(sheet: Sheet, named: str | None, known: Sequence[str], option: str) -> int | None:
    """The column of a heading as it was given, else of the first heading that is known."""
    header = [" ".join(heading.casefold().split()) for heading in sheet.header]
    if named is not None:
        wanted = " ".join(named.casefold().split())
        if wanted not in header:
            raise UsageError(
                f"{sheet.name} has no column {clean(named)} ({option}). There are: "
                f"{near_columns(sheet.header, range(len(header)))}."
            )
        return header.index(wanted)
    return next((header.index(heading) for heading in known if heading in header), None)


def maximum_of(work: Worksheet, grade: int) -> float | None:
    """What stands beside the grade: the maximum, or the words of a scale, which takes no points."""
    cells = work.cells(grade + 1)
    numbers = [as_number(cell) for cell in cells]
    if any("\n" in cell for cell in cells):
        raise UsageError(
            f"{work.sheet.name} is of an assignment that is graded in words, not in points: no score fits. "
            "Change its grade to points in Moodle and download the worksheet again."
        )
    known = {value for value in numbers if value is not None}
    return known.pop() if len(known) == 1 and None not in numbers else None


def locked_rows(work: Worksheet, grade: int) -> Callable[[int], bool]:
    """Whether Moodle takes no grade for a row: by the first column after the grade that says yes or no."""
    for column in range(grade + 1, len(work.sheet.header)):
        said = {cell.casefold() for cell in work.cells(column)}
        if said and said <= YES | NO:
            return lambda row: work.sheet.value(row, column).strip().casefold() in NO
    return lambda row: False


def matched(book: Gradebook, work: Worksheet, grade: int | None) -> Matched:
    """Who is who: by the participant's number, by what stands between identifier and grade, by name."""
    last = len(work.sheet.header) if grade is None else grade
    ways = [Way(work.number, lambda person: (person.id,))]
    for column in range(work.identifier + (2 if work.named else 1), last):

        def cell(row: int, column: int = column) -> str:
            return work.sheet.value(row, column)

        if any("@" in text for text in work.cells(column)):
            ways.append(Way(cell, lambda person: (person.email, person.login, person.id), folded=True))
        else:
            ways.append(Way(cell, lambda person: (person.id, person.login)))
    return match(book.people, work.rows, ways, work.name)
