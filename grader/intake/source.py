"""Reads one file that a student handed in. Nothing here runs it, and no file makes it fail."""

from __future__ import annotations

import hashlib
import os
import stat
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from grader.intake.decoding import MAX_CODE_BYTES, MAX_FILE_BYTES, NotReadable, decode, looks_like_python
from grader.intake.marimo import read_marimo
from grader.intake.notebook import is_notebook, read_notebook
from grader.intake.percent import plain_percent
from grader.model import Submission, Unit

PYTHON = ".py"
NOTEBOOK = ".ipynb"


@dataclass(frozen=True)
class Source:
    """What a file holds, whoever handed it in. ``problem`` says why it cannot be graded."""

    units: tuple[Unit, ...] = ()
    cells: bool = False
    problem: str | None = None
    problem_status: str = "unreadable"
    notes: tuple[str, ...] = ()
    digest: str = ""

    @property
    def code(self) -> str:
        """All code as one text, for looking up what it defines; the grader's own prelude is not in it."""
        return "\n".join(unit.source for unit in (self.units[1:] if self.cells else self.units))


def printable(text: str) -> str:
    """Make a name from a disk safe to store and show: no lone surrogates, no control characters."""
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    if text.isprintable():
        return text
    # Cf holds the joiners that some scripts need and the marks that turn the direction of text.
    bad = {"Cc", "Zl", "Zp"}
    turns = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    return "".join(
        char.encode("unicode_escape").decode() if unicodedata.category(char) in bad or char in turns else char
        for char in text
    )


def student_name(text: str) -> str:
    """Return the name as results carry it: composed (NFC), safe to show, never re-cased."""
    return unicodedata.normalize("NFC", printable(text))


def why(error: OSError) -> str:
    """Say in a word or two what the operating system said, without the path."""
    return error.strerror or type(error).__name__


def read_bytes(path: Path) -> bytes:
    """All bytes of a regular file; anything else is refused before it is opened, since a pipe would wait."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise NotReadable(f"This is not a file but {_kind(status.st_mode)}.")
        if status.st_size > MAX_FILE_BYTES:
            raise NotReadable(_too_large(status.st_size))
        # Should the file be swapped for a pipe in this moment, O_NONBLOCK keeps the grader from waiting.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        if isinstance(error, FileNotFoundError) and path.is_symlink():
            raise NotReadable("This is a link that leads to no file.") from None
        raise NotReadable(f"The file cannot be read: {why(error)}.") from None
    except ValueError:
        raise NotReadable("The file's name is not one that a file can have.") from None
    if len(data) > MAX_FILE_BYTES:
        raise NotReadable(_too_large(len(data)))
    return data


def _kind(mode: int) -> str:
    for test, word in (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a named pipe"),
        (stat.S_ISSOCK, "a socket"),
    ):
        if test(mode):
            return word
    return "a device"


def _too_large(size: int) -> str:
    return f"The file is larger than {MAX_FILE_BYTES // 2**20} MB ({size / 2**20:.0f} MB) and was not read."


def _interpret(data: bytes, suffix: str, name: str) -> Source:
    """Decide by content what the bytes are: a notebook or Python, whatever the name says."""
    if not data.strip() and suffix != PYTHON:
        raise NotReadable("The file is empty.")
    text = decode(data)
    called = f"named {suffix}" if suffix else "named without an ending"
    begins_as_json = text[:1000].lstrip().startswith("{")
    if is_notebook(text) or (suffix == NOTEBOOK and begins_as_json):
        units, notes = read_notebook(text)
        odd = () if suffix == NOTEBOOK else (f"The file is {called} but is a notebook; it was read as one.",)
        return Source(units, cells=True, notes=odd + notes)
    if len(data) > MAX_CODE_BYTES:
        raise NotReadable(f"The file's code is larger than {MAX_CODE_BYTES // 2**20} MB.")
    if suffix != PYTHON and not looks_like_python(text):
        what = "not JSON, so no notebook" if suffix == NOTEBOOK else "neither Python code nor a notebook"
        raise NotReadable(f"The file is {called} and is {what}.")
    odd = () if suffix == PYTHON else (f"The file is {called} but holds Python code; it was read as such.",)
    if marimo := read_marimo(text, name):
        return Source(marimo[0], cells=True, notes=odd + marimo[1])
    plain = plain_percent(text)
    return Source((Unit("", plain.code or ""),), notes=odd + plain.notes)


def load(path: Path) -> Source:
    """Read a file and say what it holds.

    Parameters
    ----------
    path
        The file; links are followed, so whoever calls decides whether they may be.

    Returns
    -------
    Source
        With ``problem`` set if it cannot be graded; nothing that a file holds raises.
    """
    digest = ""
    try:
        data = read_bytes(path)
        digest = "sha256:" + hashlib.sha256(data).hexdigest()
        source = _interpret(data, path.suffix.lower(), printable(path.name))
    except NotReadable as error:
        return Source(problem=error.problem, problem_status=error.status, digest=digest)
    units = tuple(Unit(unit.label or printable(path.name), unit.source) for unit in source.units)
    return Source(units, source.cells, notes=source.notes, digest=digest)


def as_submission(source: Source, exercise: str, student: str, shown: str) -> Submission:
    """Return what one student handed in for one exercise, from what a file holds."""
    return Submission(
        path=printable(shown),
        student=student_name(student),
        exercise=exercise,
        units=source.units,
        cells=source.cells,
        problem=source.problem,
        problem_status=source.problem_status,
        notes=source.notes,
        digest=source.digest,
    )


def read_file(path: Path, exercise: str, *, student: str = "", shown: str | None = None) -> Submission:
    """Read one file as the answer to one exercise.

    Parameters
    ----------
    path
        A Python file or a notebook; which of them it is is told by what it holds.
    exercise
        The exercise that it answers.
    student
        Who handed it in.
    shown
        The path as results show it; the file's name if not given.

    Returns
    -------
    Submission
        With ``problem`` and ``problem_status`` set if the file cannot be graded. Neither a damaged
        file nor one that is missing, locked or no file at all raises an exception.
    """
    return as_submission(load(path), exercise, student, path.name if shown is None else shown)
