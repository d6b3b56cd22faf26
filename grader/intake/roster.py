"""The roster of a class: a CSV file, as a learning platform or a spreadsheet exports it."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from grader.errors import UsageError
from grader.escape import clean
from grader.intake.decoding import what_it_is
from grader.intake.source import printable, student_name, why
from grader.model import Person

_MAX_BYTES = 32 * 2**20
_SEPARATORS = ",;\t"
# What a column may be called, the surest first: of several columns for one thing, that one counts.
_COLUMNS = {
    "id": (
        "id", "sid", "student id", "studentid", "sis user id", "sis id", "identifier", "id number",
        "idnumber", "matrikelnummer", "user id", "userid", "org defined id", "orgdefinedid",
    ),
    "login": ("login", "sis login id", "login id", "login name", "username", "user name", "github username"),
    "email": ("email", "email address", "e mail", "e mail address", "e mail adresse", "mail"),
    "name": (
        "name", "full name", "fullname", "student", "student name", "display name", "vollständiger name",
    ),
    "first": ("first name", "firstname", "first", "given name", "forename", "vorname"),
    "last": ("last name", "lastname", "last", "surname", "family name", "nachname"),
    "section": ("section", "sections", "section name"),
}  # fmt: skip
_SAYS_WHO = ("id", "login", "email", "name", "first", "last")
# Excel's own line for the separator.
_HINT = re.compile(r"sep=([,;\t])\r?\n", re.IGNORECASE)
# The second row of a gradebook of Canvas, which holds no student.
_POINTS_POSSIBLE = "points possible"


def read_roster(path: Path) -> tuple[Person, ...]:
    """Read who is in a class.

    Parameters
    ----------
    path
        A CSV file with a header: separated by commas, semicolons or tabs; in UTF-8, in UTF-16 with its
        mark, or as Excel writes it in the West (cp1252).

    Returns
    -------
    tuple[Person, ...]
        In the order of the file. Who has no id is called by the login, else the email address, else
        the name.

    Raises
    ------
    UsageError
        If the file cannot be read, no column says who a student is, a student stands in it twice, or
        there is none.
    """
    shown = printable(str(path))
    people: list[Person] = []
    lines: dict[str, int] = {}
    for line, cells in _students(_text(path, shown), shown):
        person = _person(cells)
        if person is None:
            continue
        if person.id in lines:
            raise UsageError(
                f"{shown}: lines {lines[person.id]} and {line} are both about {clean(person.id, 80)!r}. "
                "Leave one of them, or give each student an id of their own."
            )
        lines[person.id] = line
        people.append(person)
    if not people:
        raise UsageError(f"{shown} has a header, but no student below it.")
    return tuple(people)


def _text(path: Path, shown: str) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"The roster {shown} cannot be read: {why(error)}.") from None
    except ValueError:
        raise UsageError("The path of the roster is not one that a file can have.") from None
    if len(data) > _MAX_BYTES:
        raise UsageError(f"{shown} is larger than {_MAX_BYTES // 2**20} MB, so it is no roster.")
    if not data.strip():
        raise UsageError(f"{shown} is empty. A roster is a CSV file with a header: id,name,email,section.")
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    kind = what_it_is(data) or ("no text file" if b"\0" in data and not wide else None)
    if kind:
        raise UsageError(f"{shown} is {kind}. Save the roster as CSV and name that file.")
    for codec in ("utf-16",) if wide else ("utf-8-sig", "cp1252"):
        try:
            return data.decode(codec)
        except UnicodeDecodeError:
            continue
    raise UsageError(f"{shown} is in an encoding that is not known here. Save it as CSV in UTF-8.")


def _students(text: str, shown: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Each row below the header: the line it begins on, and what it says by the name of its column."""
    hint = _HINT.match(text)
    rows = _rows(text, hint[1] if hint else _separator(text), shown)
    header = next((row for line, row in rows if any(row) and not (hint and line == 1)), [])
    columns = _columns(header)
    if not any(name in columns for name in _SAYS_WHO):
        raise UsageError(
            f"{shown}: no column of its header says who a student is. Name one of them id or name; "
            "email and section are read as well."
        )
    for line, row in rows:
        cells = {name: row[place] for name, place in columns.items() if place < len(row)}
        if any(cells.values()):
            yield line, cells


def _rows(text: str, separator: str, shown: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV file as they are meant: trimmed, in one line, composed (NFC)."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    begins = 1
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise UsageError(
                f"{shown}: the row from line {begins} on cannot be read ({error}). Is a quote not closed?"
            ) from None
        if row is None:
            return
        yield begins, [student_name(" ".join(cell.split())) for cell in row]
        begins = reader.line_num + 1


def _separator(text: str) -> str:
    """The separator with which the first line that is not empty names the most columns that are known."""
    first = next((line for line in text.splitlines() if line.strip(_SEPARATORS + ' "')), "")[:10_000]

    def known(separator: str) -> tuple[int, int]:
        cells = [cell.strip().strip('"') for cell in first.split(separator)]
        return len(_columns(cells)), len(cells)

    return max(_SEPARATORS, key=known)


def _columns(header: list[str]) -> dict[str, int]:
    """Where each column that is known stands."""
    called = [
        re.sub(r"[\W_]+", " ", unicodedata.normalize("NFKC", cell).casefold()).strip() for cell in header
    ]
    return {
        name: next(called.index(alias) for alias in aliases if alias in called)
        for name, aliases in _COLUMNS.items()
        if any(alias in called for alias in aliases)
    }


def _person(cells: Mapping[str, str]) -> Person | None:
    """Whom a row is about; None if it is about nobody."""
    given = " ".join(part for part in (cells.get("first"), cells.get("last")) if part)
    name = cells.get("name") or given or None
    login, email = cells.get("login") or None, cells.get("email") or None
    who = cells.get("id") or login or email or name
    if who is None or (not cells.get("id") and (name or "").casefold() == _POINTS_POSSIBLE):
        return None
    return Person(who, name, email, cells.get("section") or None, login)
