"""Laying out an exercise to work on: the stub and the statement, in a folder of the workspace."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from grader.catalogue import STATEMENT, STUB
from grader.errors import PackError, UsageError
from grader.frozen import frozen_comparison
from grader.model import Exercise
from grader.practice.notebooks import as_ipynb, as_marimo
from grader.practice.workspace import ENDINGS, MARKER, SCHEMA, Answer, answers_to, workspace_in
from grader.text import GENERAL_COMPARISON

Layout = Literal["py", "ipynb", "marimo"]
_ENDING = {"py": ".py", "ipynb": ".ipynb", "marimo": ".py"}


@dataclass(frozen=True)
class LaidOut:
    """What was laid out.

    Attributes
    ----------
    exercise
        Its name.
    path
        The file to work in.
    statement
        The statement beside it.
    kept
        Whether work was there already, which is left as it was.
    copy
        Where work that was there is kept, if it was begun anew.
    """

    exercise: str
    path: Path
    statement: Path
    kept: bool = False
    copy: Path | None = None


def lay_out(
    exercise: Exercise, folder: Path, *, layout: Layout = "py", reset: bool = False, pack: Path | None = None
) -> LaidOut:
    """Lay out an exercise in a workspace, which is made if it is not there; work is never overwritten.

    Parameters
    ----------
    exercise
        The exercise.
    folder
        The workspace.
    layout
        How to write it.
    reset
        Begin anew: each answer that is there is kept as a dated copy, which is no answer any more.
    pack
        The pack that a new workspace is to remember.

    Raises
    ------
    UsageError
        It cannot be written; then nothing was changed.
    """
    require_room(exercise, folder)
    begun = answers_to(folder, exercise.name)
    own = folder / exercise.name
    if begun and not reset:
        return LaidOut(exercise.name, begun[0].path, own / STATEMENT, kept=True)
    try:
        with _all_or_nothing() as writing:
            if workspace_in(folder) is None:
                writing.make_folder(folder)
                writing.stage(folder / MARKER, _marker(folder, pack))
            writing.make_folder(own)
            laid = _written(exercise, own, layout, begun, writing)
    except OSError as fault:
        why = fault.strerror or type(fault).__name__
        raise UsageError(
            f"{exercise.name} cannot be laid out in {folder}: {why}. Nothing was changed; "
            "another folder can be chosen with --into DIR."
        ) from None
    for answer in begun:
        # One that cannot be removed stays beside its copy; the new file was changed last, so that one counts.
        with contextlib.suppress(OSError):
            if not answer.path.samefile(laid.path):
                answer.path.unlink()
    return laid


def require_room(exercise: Exercise, folder: Path) -> None:
    """Refuse a workspace in which something else stands in the way of an exercise; raises `UsageError`."""
    own = folder / exercise.name
    if os.path.lexists(own):
        if not own.is_dir():
            raise UsageError(f"{own} is in the way, as it is no folder: move it away first.")
        if not own.resolve().is_relative_to(folder.resolve()):
            raise UsageError(f"{own} is a link out of the workspace: remove it, or choose another one.")
    for name in (*(f"{exercise.name}{ending}" for ending in ENDINGS), STATEMENT):
        path = own / name
        if os.path.lexists(path) and not path.is_file():
            raise UsageError(f"{path} is in the way, as it is no file: move it away first.")


def _written(
    exercise: Exercise, own: Path, layout: Layout, begun: Sequence[Answer], writing: _Writing
) -> LaidOut:
    """Write the files of an exercise; answers that are there become copies."""
    path, statement = own / f"{exercise.name}{_ENDING[layout]}", own / STATEMENT
    page = statement_page(exercise)
    copies = [
        writing.copy(answer.path, own)
        for answer in begun
        if answer.path.read_bytes() not in _untouched(exercise, answer.path.suffix, page)
    ]
    if begun and statement.is_file() and statement.read_bytes() != page.encode():
        writing.copy(statement, own)
    if begun or not statement.is_file():
        writing.stage(statement, page.encode())
    writing.stage(path, _content(exercise, layout, page))
    writing.finish()
    return LaidOut(exercise.name, path, statement, copy=copies[0] if copies else None)


def _content(exercise: Exercise, layout: str, page: str) -> bytes:
    stub = (exercise.folder / STUB).read_text(encoding="utf-8")
    if layout == "ipynb":
        return as_ipynb(exercise.name, page, stub)
    return as_marimo(exercise.name, page, stub) if layout == "marimo" else stub.encode()


def _untouched(exercise: Exercise, suffix: str, page: str) -> list[bytes]:
    """What a file of this ending holds that is as it was laid out: not even a comment would be lost."""
    return [
        _content(exercise, layout, page) for layout, ending in _ENDING.items() if ending == suffix.lower()
    ]


def statement_page(exercise: Exercise) -> str:
    """The statement, what is checked, and how answers are compared, in Markdown."""
    statement = (exercise.folder / STATEMENT).read_text(encoding="utf-8").rstrip()
    try:
        told = frozen_comparison(exercise)
    except PackError:  # of a pack in the making
        return f"{statement}\n\n`kata show {exercise.name}` says what is checked.\n"
    checks = [
        f"- {points:g} {'point' if points == 1 else 'points'}: {name}"
        + (" (hidden)" if visibility == "hidden" else "")
        for name, points, visibility in told.checks
    ]
    words = [f"- {line}" for line in (*GENERAL_COMPARISON, *told.words)]
    sections = (("## What is checked", checks), ("## How answers are compared", words))
    parts = [statement, *(f"{title}\n\n" + "\n".join(lines) for title, lines in sections)]
    return "\n\n".join(parts) + "\n"


def _marker(folder: Path, pack: Path | None) -> bytes:
    """What makes a folder a workspace. A pack inside it may move with it."""
    lines = ["# A workspace of kata: its commands find it from any folder inside.", f"schema = {SCHEMA}"]
    if pack is not None:
        there, here = pack.resolve(), folder.resolve()
        kept = there.relative_to(here) if there.is_relative_to(here) else there
        lines.append(f"pack = {json.dumps(kept.as_posix(), ensure_ascii=False)}")
    try:
        return ("\n".join(lines) + "\n").encode()
    except UnicodeEncodeError:
        raise UsageError(f"the path {pack} cannot be written down: rename the folder.") from None


@contextlib.contextmanager
def _all_or_nothing() -> Iterator[_Writing]:
    """Files that appear together; whatever goes wrong, those that were there are there, and no others."""
    writing = _Writing()
    try:
        yield writing
    except BaseException:
        writing.undo()
        raise


class _Writing:
    """Files under other names until all of them are written."""

    def __init__(self) -> None:
        self._made: list[Path] = []
        self._copies: list[Path] = []
        self._staged: list[tuple[Path, Path]] = []

    def make_folder(self, folder: Path) -> None:
        """Make a folder and those above it."""
        missing = [each for each in (folder, *folder.parents) if not each.is_dir()]
        for each in reversed(missing):
            each.mkdir()
            self._made.append(each)

    def stage(self, path: Path, data: bytes) -> None:
        """Write what a file is to hold beside it."""
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
        self._made.append(temporary)
        with temporary.open("xb") as file:
            file.write(data)
        self._staged.append((temporary, path))

    def copy(self, path: Path, folder: Path) -> Path:
        """Keep what a file holds under its name and the time, in a folder, beside older copies."""
        data, changed = path.read_bytes(), path.stat()
        stamp = time.strftime("%Y-%m-%dT%H-%M-%S")
        for again in range(1, 1000):
            number = f"-{again}" if again > 1 else ""
            kept = folder / f"{path.stem}.{stamp}{number}{path.suffix}"
            try:
                with kept.open("xb") as file:
                    self._copies.append(kept)
                    file.write(data)
            except FileExistsError:
                continue
            os.utime(kept, ns=(changed.st_atime_ns, changed.st_mtime_ns))
            return kept
        raise FileExistsError(None, "there are too many copies of this minute")

    def finish(self) -> None:
        """Give all files their names."""
        for temporary, path in self._staged:
            is_new = not os.path.lexists(path)
            temporary.replace(path)
            if is_new:
                self._made.append(path)
            else:
                self._copies.clear()  # what they hold is nowhere else now: they stay

    def undo(self) -> None:
        """Remove copies of what still is there, and what was made, last first."""
        for path in (*self._copies, *reversed(self._made)):
            with contextlib.suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
