"""Laying out an exercise to work on: the stub and the statement, in a folder of the workspace."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from grader.catalogue import STATEMENT, STUB
from grader.errors import PackError, UsageError
from grader.frozen import frozen_comparison
from grader.model import Exercise
from grader.practice.marimo_notebook import as_marimo
from grader.practice.notebooks import as_ipynb
from grader.practice.workspace import ENDINGS, MARKER, SCHEMA, Answer, answers_to, workspace_in
from grader.practice.writing import Taken, Writing, all_or_nothing
from grader.text import GENERAL_COMPARISON

Layout = Literal["py", "ipynb", "marimo"]

_ENDING = {"py": ".py", "ipynb": ".ipynb", "marimo": ".py"}


def layout_of(path: Path) -> Layout:
    """How an answer is written; a file that cannot be read is taken for Python."""
    if path.suffix == ".ipynb":
        return "ipynb"
    try:
        return "marimo" if "= marimo.App(" in path.read_text(encoding="utf-8") else "py"
    except (OSError, UnicodeDecodeError):
        return "py"


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
    if begun and not reset:
        return _as_it_is(exercise, folder, begun)
    try:
        with all_or_nothing() as writing:
            if workspace_in(folder) is None:
                writing.make_folder(folder)
                writing.stage(folder / MARKER, workspace_marker(folder, pack))
            writing.make_folder(folder / exercise.name)
            return _written(exercise, folder / exercise.name, layout, begun, writing)
    except Taken as fault:
        if not reset and (begun := answers_to(folder, exercise.name)):
            return _as_it_is(exercise, folder, begun)
        older = f" What was there before is in {fault.kept}." if fault.kept is not None else ""
        raise UsageError(
            f"{fault.path} was saved in this moment, and is left as it is.{older} Run the command again."
        ) from None
    except OSError as fault:
        raise not_laid_out(exercise.name, folder, fault) from None


def not_laid_out(what: str, folder: Path, fault: OSError) -> UsageError:
    """Why something could not be laid out, to be raised."""
    why = fault.strerror or type(fault).__name__
    return UsageError(
        f"{what} cannot be laid out in {folder}: {why}. Nothing was changed; "
        "another folder can be chosen with --into DIR."
    )


def _as_it_is(exercise: Exercise, folder: Path, begun: Sequence[Answer]) -> LaidOut:
    return LaidOut(exercise.name, begun[0].path, folder / exercise.name / STATEMENT, kept=True)


def require_room(exercise: Exercise, folder: Path) -> None:
    """Refuse a workspace in which something else stands in the way of an exercise; raises `UsageError`."""
    names = (*(f"{exercise.name}{ending}" for ending in ENDINGS), STATEMENT)
    require_places(folder, folder / exercise.name, names)


def require_places(folder: Path, own: Path, names: Iterable[str]) -> None:
    """Refuse a workspace in which something else stands in the place of a folder of it, or of files there.

    Raises `UsageError`.
    """
    marker = folder / MARKER
    if os.path.lexists(marker) and not marker.is_file():
        raise UsageError(f"{marker} is in the way, as it is no file: move it away first.")
    if os.path.lexists(own):
        if not own.is_dir():
            raise UsageError(f"{own} is in the way, as it is no folder: move it away first.")
        if not own.resolve().is_relative_to(folder.resolve()):
            raise UsageError(f"{own} is a link out of the workspace: remove it, or choose another one.")
    for name in names:
        path = own / name
        if os.path.lexists(path) and not path.is_file():
            raise UsageError(f"{path} is in the way, as it is no file: move it away first.")


def _written(
    exercise: Exercise, own: Path, layout: Layout, begun: Sequence[Answer], writing: Writing
) -> LaidOut:
    """Write the files of an exercise; answers that are there become copies."""
    path, statement = own / f"{exercise.name}{_ENDING[layout]}", own / STATEMENT
    page = statement_page(exercise)
    has_notes = bool(begun) and statement.is_file() and statement.read_bytes() != page.encode()
    if has_notes or not statement.is_file():
        writing.stage(statement, page.encode())
    writing.stage(path, _content(exercise, layout, page))
    copies = [writing.set_aside(answer.path, own) for answer in begun]
    if has_notes:
        writing.set_aside(statement, own)
    writing.finish(unneeded=_untouched(exercise, page) if begun else ())
    copy = next((each for each in copies if each.is_file()), None)
    return LaidOut(exercise.name, path, statement, copy=copy)


def _content(exercise: Exercise, layout: str, page: str) -> bytes:
    stub = (exercise.folder / STUB).read_text(encoding="utf-8")
    names = exercise.entry_points
    if layout == "ipynb":
        return as_ipynb(exercise.name, page, stub, names, _points(exercise))
    return as_marimo(exercise.name, page, stub, names) if layout == "marimo" else stub.encode()


def _points(exercise: Exercise) -> float | None:
    """What all checks together are worth, if that can be known."""
    try:
        return sum(points for _, points, _ in frozen_comparison(exercise).checks)
    except PackError:  # of a pack in the making
        return None


def _untouched(exercise: Exercise, page: str) -> list[bytes]:
    """What an answer holds that is as it was laid out: not even a comment would be lost."""
    return [_content(exercise, layout, page) for layout in _ENDING]


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


def workspace_marker(folder: Path, pack: Path | None) -> bytes:
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
