"""Scores and feedback for Moodle: its offline grading worksheet, its gradebook, its zip of feedback files."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from grader.errors import UsageError
from grader.escape import clean, for_html
from grader.gradebook import Details, Entry, Gradebook
from grader.model import Person
from grader.reports.filling import (
    DOUBTFUL,
    NOT_FOUND,
    Filled,
    Target,
    Terms,
    fill,
    label,
    near_columns,
)
from grader.reports.sheet import Sheet, decimal_mark
from grader.reports.standing import first_and_last, points_words, told_words
from grader.reports.tables import MAX_NAME, Cells, as_csv
from grader.reports.worksheet import (
    COMMENTS,
    GRADE,
    column_of,
    locked_rows,
    matched,
    maximum_of,
    read_worksheet,
)

LOCKED = "whose grade Moodle says cannot be changed, left as they were"
WITHOUT_ID = "without the number that Moodle gives to a participant, left out"
MAX_MESSAGE = 1000
# In a country that writes 1,5 a spreadsheet takes what follows a semicolon for a cell of its own, and
# every escaped character of HTML ends with one.
_FORMULA_AFTER = re.compile(r"(?<=;)[\s=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]+")


@dataclass(frozen=True)
class Columns:
    """Headings of a worksheet whose language is not known."""

    grade: str | None = None
    comments: str | None = None


def fill_worksheet(
    book: Gradebook,
    data: bytes,
    name: str,
    columns: Columns | None = None,
    terms: Terms | None = None,
) -> Filled:
    """Fill scores and comments of a class into a grading worksheet that Moodle has written.

    Parameters
    ----------
    book
        The class; the sum over its exercises is the grade.
    data, name
        The file, and what it is called.
    columns
        The headings of the grade and of the comments, where they are not known.
    terms
        How scores are written.

    Returns
    -------
    Filled
        The table, of which two columns are changed, and what is told of it.

    Raises
    ------
    UsageError
        If it is no worksheet, or has no column for grades in points.
    """
    work = read_worksheet(Sheet(data, name))
    sheet, columns = work.sheet, columns or Columns()
    grade = column_of(sheet, columns.grade, GRADE, "--grade-column")
    if grade is None:
        raise UsageError(
            f"{sheet.name} has no column for the grade that is known by its heading: name it with "
            f"--grade-column. There are: {near_columns(sheet.header, range(len(sheet.header)))}."
        )
    maximum = maximum_of(work, grade)
    locked = locked_rows(work, grade)
    target = Target(
        sheet=sheet,
        column=grade,
        rows=work.rows,
        mark=decimal_mark([*work.cells(grade + 1), *work.cells(grade)], "."),
        maximum=maximum,
        name_of=work.name,
        label_of=work.label,
        kept=lambda row: LOCKED if locked(row) else None,
        platform="Moodle",
    )
    filled = fill(book, target, matched(book, work, grade), terms or Terms())
    if sheet.delimiter != ",":
        filled.notes.append("Moodle reads worksheets with commas between the cells, and this one has others.")
    _comment(book, filled, column_of(sheet, columns.comments, COMMENTS, "--feedback-column"))
    return filled


def _comment(book: Gradebook, filled: Filled, column: int | None) -> None:
    """Write what each student is told beside its grade."""
    if column is None:
        filled.notes.append(
            "No column for comments is known by its heading, so none were written. If there is one, name it "
            f"with --feedback-column: {near_columns(filled.sheet.header, range(len(filled.sheet.header)))}."
        )
        return
    lost = 0
    for row, student in filled.students.items():
        old, new = filled.sheet.value(row, column).strip(), comment_html(book, student)
        lost += bool(old) and old != new
        if old != new:
            filled.sheet.put(row, column, new)
    if lost:
        filled.notes.append(f"{lost} of the comments took the place of another.")


def comment_html(book: Gradebook, student: str) -> str:
    """What a student is told of each exercise, as HTML in one line; Moodle shows comments as HTML."""
    told = []
    for exercise in book.exercises:
        entry = book.entry(student, exercise)
        if entry is not None:
            line = feedback_line(entry, book.max_scores.get(exercise))
            told.append(f"<p><strong>{_harmless(exercise)}</strong>: {line}</p>")
    return "".join(told)


def feedback_line(entry: Entry, maximum: float | None) -> str:
    """Points, status, what was said by hand, the first thing to mend; as HTML with no tag but breaks."""
    said = entry.override.comment if entry.override is not None else None
    lines = [f"{points_words(entry, maximum)}, {told_words(entry)}.", said or ""]
    lines += [entry.message if len(entry.message) <= MAX_MESSAGE else entry.message[: MAX_MESSAGE - 1] + "…"]
    return "<br>".join(_harmless(line).replace("\n", "<br>") for line in lines if line)


def _harmless(text: str) -> str:
    told = for_html(text, multiline=True).replace("\t", " ")
    return _FORMULA_AFTER.sub(lambda found: "".join(map(_as_entity, found[0])), told)


def _as_entity(char: str) -> str:
    return char if char.isspace() else f"&#{ord(char)};"


def moodle_csv(book: Gradebook, *, bom: bool = False) -> bytes:
    """A table for the import into Moodle's gradebook, where its columns are mapped by hand."""
    return as_csv(_import_rows(book), bom=bom)


def _import_rows(book: Gradebook) -> Iterator[Cells]:
    header = ["Full name", "ID number", "Email address"]
    for exercise in book.exercises:
        header += [exercise, f"{exercise} (feedback)"]
    yield [*header, "total"]
    for person in book.people:
        cells: list[str | float | None] = [
            clean(text, MAX_NAME) for text in (first_and_last(person), person.id, person.email or "")
        ]
        for exercise in book.exercises:
            entry = book.entry(person.id, exercise)
            told = feedback_line(entry, book.max_scores.get(exercise)) if entry is not None else None
            cells += [entry.score if entry is not None else None, told]
        # Where nothing is known the total must be no zero: an import would set it.
        yield [*cells, book.total(person.id) if any(score is not None for score in cells[3::2]) else None]


# --------------------------------------------------------------------------- the zip of feedback files


@dataclass(frozen=True)
class FeedbackZip:
    """The zip, how many files it holds, and who is not in it, by why."""

    data: bytes
    count: int
    listed: dict[str, list[str]]


def feedback_zip(
    book: Gradebook,
    page: Callable[[Sequence[Details], Person], str],
    worksheet: tuple[bytes, str] | None = None,
) -> FeedbackZip:
    """A file of feedback for each student, under the names by which Moodle gives them out.

    Parameters
    ----------
    book
        The class; of whom nothing is known gets no file.
    page
        Makes the page of one student.
    worksheet
        A grading worksheet and what it is called: it says which participant has which number. Without
        it the ids must be these numbers, as they are if the submissions came from Moodle.
    """
    listed: dict[str, list[str]] = {}
    numbers = _numbers(book, worksheet, listed)
    people = {person.id: person for person in book.people}
    packed = io.BytesIO()
    count = 0
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for student, details in _by_student(book):
            if student in numbers and student in people:
                number, name = numbers[student]
                entry = zipfile.ZipInfo(f"{name}_{number}_assignsubmission_file/feedback.html")
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                archive.writestr(entry, page(details, people[student]).encode("utf-8", "backslashreplace"))
                count += 1
    return FeedbackZip(packed.getvalue(), count, listed)


def _numbers(
    book: Gradebook, worksheet: tuple[bytes, str] | None, listed: dict[str, list[str]]
) -> dict[str, tuple[str, str]]:
    """The number and the name by which Moodle knows each student."""
    numbers: dict[str, tuple[str, str]] = {}
    if worksheet is None:
        for person in book.people:
            if person.id.isascii() and person.id.isdigit():
                numbers[person.id] = person.id, _folder(first_and_last(person))
            else:
                listed.setdefault(WITHOUT_ID, []).append(label(person))
        if not numbers:
            raise UsageError(
                "no student's id is a number of Moodle's, by which it gives the files out: give the grading "
                "worksheet of the assignment with --worksheet."
            )
        return numbers
    work = read_worksheet(Sheet(*worksheet))
    grade = column_of(work.sheet, None, GRADE, "--grade-column")
    found = matched(book, work, grade)
    for person in book.people:
        row = found.rows.get(person.id)
        if row is not None:
            numbers[person.id] = work.number(row), _folder(work.name(row))
        else:
            why = DOUBTFUL if person.id in found.doubtful else NOT_FOUND
            listed.setdefault(why, []).append(label(person))
    return numbers


def _folder(name: str) -> str:
    """A name as the first part of a folder's; Moodle parts it from the number at an underscore."""
    told = re.sub(r"[^\w .'-]|_", " ", name)
    return " ".join(told.split()).strip(". ")[:MAX_NAME] or "Participant"


def _by_student(book: Gradebook) -> Iterator[tuple[str, list[Details]]]:
    """The details of one student after the other; none of those for whom something was only set by hand."""
    told = set()
    for student, details in groupby(book.details(), key=lambda each: each.result.student or ""):
        told.add(student)
        yield student, list(details)
    by_hand = {student for (student, _), entry in book.entries.items() if entry.override is not None}
    yield from ((student, []) for student in sorted(by_hand - told))
