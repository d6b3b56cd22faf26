"""The tables of a class: the gradebook and the causes as CSV, the results as lines of JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from grader.causes import CAUSES_HEADER, cause_rows
from grader.escape import clean, for_csv
from grader.gradebook import Details, Gradebook, Override
from grader.model import UNSAFE
from grader.reports.standing import standing_words

Reader = Literal["student", "instructor"]
Cells = Sequence[str | float | None]

MAX_NAME = 200
BOM = b"\xef\xbb\xbf"


def as_csv(rows: Iterable[Cells], *, bom: bool = False) -> bytes:
    """Rows as CSV in UTF-8, each cell harmless for a spreadsheet; with a signature if it is asked for."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerows([for_csv(cell) for cell in row] for row in rows)
    return (BOM if bom else b"") + text.getvalue().encode("utf-8")


def gradebook_csv(book: Gradebook, *, bom: bool = False) -> bytes:
    """The gradebook: a row per student, a score and a status per exercise.

    Parameters
    ----------
    book
        The class.
    bom
        Begin with the signature by which spreadsheets know UTF-8.

    Returns
    -------
    bytes
        Nothing handed in is an empty score with the status ``not_submitted``, or ``not_recognised`` if
        there are files; what has no score yet is an empty score. Where nothing else is known there is no
        total then. E-mail and section are there if anybody has
        one. A last column says so where submissions were not isolated.
    """
    return as_csv(_gradebook_rows(book), bom=bom)


def _gradebook_rows(book: Gradebook) -> Iterator[Cells]:
    emails = any(person.email for person in book.people)
    sections = any(person.section for person in book.people)
    unsafe = any(not entry.isolated for entry in book.entries.values())
    header = ["student", "name", *(["email"] if emails else []), *(["section"] if sections else [])]
    for exercise in book.exercises:
        header += [exercise, f"{exercise} status"]
    yield [*header, "total", "max_total", *(["isolation"] if unsafe else [])]
    for person in book.people:
        cells: list[str | float | None] = [clean(person.id, MAX_NAME), clean(person.name or "", MAX_NAME)]
        cells += [clean(person.email or "", MAX_NAME)] if emails else []
        cells += [clean(person.section or "", MAX_NAME)] if sections else []
        for exercise in book.exercises:
            entry = book.entry(person.id, exercise)
            cells += [entry.score if entry else None, standing_words(book, person.id, exercise)]
        yield [*cells, book.total(person.id), book.max_total, *([UNSAFE] if unsafe else [])]


def causes_csv(book: Gradebook, *, bom: bool = False) -> bytes:
    """The causes: a row for each known mistake, and for each group of answers alike without one."""
    return as_csv([CAUSES_HEADER, *cause_rows(book.groups)], bom=bom)


def results_jsonl(book: Gradebook, reader: Reader = "student") -> Iterator[bytes]:
    """The results, a line each, in the order of student and exercise.

    Parameters
    ----------
    book
        The class.
    reader
        An instructor is told more: the reason for what was set by hand, what the hidden checks saw
        (``told``), and the code (``source``).

    Yields
    ------
    bytes
        The result as it was kept, and ``override`` where something set by hand counts.
    """
    for details in book.details():
        line = msgspec.json.encode(details.result)
        more = msgspec.json.encode(_added(details, reader))
        yield (line if more == b"{}" else line[:-1] + b"," + more[1:]) + b"\n"


def _added(details: Details, reader: Reader) -> dict[str, object]:
    """What a line holds besides the result."""
    added: dict[str, object] = {}
    if details.override is not None and details.override.withdrawn_at is None:
        added["override"] = override_fields(details.override, reader)
    if reader == "instructor":
        added |= {"told": details.told, "source": details.source}
    return added


def override_fields(override: Override, reader: Reader = "student") -> dict[str, object]:
    """What is told of something set by hand; why it was set stays with those who grade."""
    fields = ("score", "comment", *(("reason",) if reader == "instructor" else ()), "by", "at")
    return {field: getattr(override, field) for field in fields}
