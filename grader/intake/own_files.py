"""One's own file, with what lies beside it in its folder and is mentioned in it."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from itertools import islice
from pathlib import Path, PurePosixPath

from grader.intake.companions import Beside, companions_of, digest_of, may_travel
from grader.intake.source import PYTHON, load, read_file
from grader.model import Submission

# A home folder may hold anything: no more of it is looked at.
MAX_ENTRIES = 5_000
MAX_MODULES = 200
_WORD = re.compile(r"\w+")
_QUOTED = re.compile(r"""["']([^"'\n]{1,200})["']""")


def read_own_file(path: Path, exercise: str, *, student: str = "", shown: str | None = None) -> Submission:
    """Read one file as the answer to one exercise, and the files beside it that its code mentions.

    Modules are found by the words of the code, and data by its texts in quotes: in `kata grade`, where a
    folder is one student's own, all data goes along. Parameters and result are as for `read_file`.
    """
    return with_own_files(read_file(path, exercise, student=student, shown=shown), path)


def with_own_files(submission: Submission, path: Path) -> Submission:
    """A submission with the files that its code mentions, from the folder of ``path``, which it lies at."""
    if submission.problem is not None:
        return submission
    code = "\n".join(unit.source for unit in submission.units)
    besides = _besides(path, code)
    if not besides:
        return submission
    companions, notes = companions_of(code, PurePosixPath(path.name), besides, path.parent)
    return replace(
        submission,
        companions=companions,
        notes=submission.notes + notes,
        digest=digest_of(submission.digest, companions),
    )


def _besides(path: Path, code: str) -> tuple[Beside, ...]:
    folder = path.parent
    found: dict[str, Beside] = {}
    try:
        with os.scandir(folder) as entries:
            names = {entry.name for entry in islice(entries, MAX_ENTRIES)}
    except OSError:
        return ()
    texts, looked_at = [code], set[str]()
    while texts:
        text = texts.pop()
        for quoted in _QUOTED.findall(text):
            _add(found, folder, quoted)
        for word in (set(_WORD.findall(text)) - looked_at) & {name.removesuffix(PYTHON) for name in names}:
            looked_at.add(word)
            for module in _modules(folder, word, path, len(found)):
                _add(found, folder, module)
                texts.append(load(folder / module).code)
    return tuple(found.values())


def _modules(folder: Path, word: str, own: Path, count: int) -> list[str]:
    """The files of a module or a package, below a folder."""
    package = folder / word
    inside = package.rglob(f"*{PYTHON}") if package.is_dir() and not package.is_symlink() else ()
    files = (file for file in (folder / f"{word}{PYTHON}", *inside) if file.is_file() and file != own)
    return [file.relative_to(folder).as_posix() for file in islice(files, max(MAX_MODULES - count, 0))]


def _add(found: dict[str, Beside], folder: Path, name: str) -> None:
    """Add a file below a folder, if it is one that may go along."""
    place = PurePosixPath(name)
    if place.is_absolute() or ".." in place.parts or not may_travel(place.name) or name in found:
        return
    try:
        file = folder / name
        # A link must not lead out, whichever part of the path it is.
        if file.is_file() and file.resolve().is_relative_to(folder.resolve()):
            found[str(place)] = Beside((place,), file, file.is_symlink())
    except (OSError, ValueError, RuntimeError):  # a text in quotes need not be a name
        return
