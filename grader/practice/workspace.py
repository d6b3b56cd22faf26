"""The workspace: a folder with one folder for each exercise that was begun, found from anywhere inside it."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UsageError

MARKER = "kata.toml"
SCHEMA = 1
# More than a path can have. The parser takes seconds for long dotted keys, and every command reads the file.
MAX_BYTES = 16 << 10
NEW_FOLDER = "kata"
# How an answer may be written; where several stand beside each other, the one changed last counts.
ENDINGS = (".py", ".ipynb")
# By `kata check --keep-case` and `kata start --reset`.
_KEPT = re.compile(
    r"case_.*\.kept\.py|.*\.\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?\.(py|ipynb|md)", re.IGNORECASE
)


@dataclass(frozen=True)
class Workspace:
    """A folder that ``kata start`` made a workspace of, or that holds a student pack.

    ``pack`` is set where it practises another pack than the one that comes with kata.
    """

    folder: Path
    pack: Path | None = None


@dataclass(frozen=True)
class Answer:
    """The file in which someone answers an exercise."""

    exercise: str
    path: Path


@dataclass(frozen=True)
class Chosen:
    """The folder in which to begin an exercise.

    ``workspace`` is None if it is still to be made; ``used_last`` says that it was chosen for that.
    """

    folder: Path
    workspace: Workspace | None
    used_last: bool = False


def find_workspace(start: Path) -> Workspace | None:
    """The workspace that a file or folder lies in, the nearest one; raises `UsageError` if it is damaged."""
    start = _absolute(start)
    return next((found for folder in (start, *start.parents) if (found := workspace_in(folder))), None)


def workspace_in(folder: Path) -> Workspace | None:
    """The workspace that a folder itself is; raises `UsageError` if it is damaged."""
    if _is_file(folder / MARKER):
        return read_workspace(folder)
    return Workspace(folder, folder) if _is_student_pack(folder) else None


def choose_workspace(into: Path | None, here: Path, last: Path | None, pack: Path | None = None) -> Chosen:
    """The folder in which to begin an exercise.

    Parameters
    ----------
    into
        The folder that was asked for; it goes before all others.
    here
        The current folder: the workspace that it lies in, or else the place of a new one.
    last
        The workspace that was used last, if it is still there; it goes before a new one.
    pack
        The pack that was asked for: the workspace used last is passed over if it practises another.

    Raises
    ------
    UsageError
        A workspace is damaged, or a new one would mix with other files.
    """
    if into is not None:
        folder = _absolute(into)
        if os.path.lexists(folder) and not folder.is_dir():
            raise UsageError(f"{into} is not a folder: choose another one with --into DIR.")
        return Chosen(folder, workspace_in(folder))
    if found := find_workspace(here):
        return Chosen(found.folder, found)
    if last is not None and (found := workspace_in(last)) and pack in (None, found.pack):
        return Chosen(found.folder, found, used_last=True)
    return _new(_absolute(here))


def _new(here: Path) -> Chosen:
    """An empty folder becomes the workspace; among other files it gets a folder of its own."""
    if _is_empty(here):
        return Chosen(here, None)
    folder = here / NEW_FOLDER
    found = workspace_in(folder)
    if found is None and os.path.lexists(folder) and not _is_empty(folder):
        raise UsageError(
            f"there is a {NEW_FOLDER} in this folder already, and it is no workspace: "
            "say with --into DIR where to begin."
        )
    return Chosen(folder, found)


def _is_empty(folder: Path) -> bool:
    try:
        with os.scandir(folder) as entries:
            return next(entries, None) is None
    except OSError:
        return False


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100 - a link leads out of its workspace, its name does not


def _is_file(path: Path) -> bool:
    """Whether there is a file that can be looked at; a folder that is closed to us holds none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _is_student_pack(folder: Path) -> bool:
    """Whether a folder is a pack without solutions; one with them is there to write or grade with."""
    try:
        if (folder / "solutions").is_dir() or not (folder / "exercises").is_dir():
            return False
        return any((folder / "exercises").glob("*/exercise.toml"))
    except (OSError, ValueError):
        return False


def read_workspace(folder: Path) -> Workspace:
    """The workspace in a folder; raises `UsageError` if its file cannot be used."""
    path = folder / MARKER
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise UsageError(f"{path} is no file of kata's: it has more than {MAX_BYTES >> 10} KiB.")
        told = tomllib.loads(data.decode())
    except (OSError, ValueError, RecursionError) as fault:  # a number of many digits is no TOMLDecodeError
        raise UsageError(
            f"{path} cannot be read ({fault}); remove it and run `kata start EXERCISE --into {folder}` again."
        ) from None
    schema = told.get("schema")
    if not isinstance(schema, int) or schema != SCHEMA:
        other = schema if isinstance(schema, int) else None
        raise UsageError(f"{path} has schema {other}; this kata reads {SCHEMA}.")
    pack = told.get("pack")
    if not isinstance(pack, str | None):
        raise UsageError(f"{path}: pack is to be the path of a folder, in quotes.")
    return Workspace(folder, _absolute(folder / pack) if pack is not None else None)


def is_kept(name: str) -> bool:
    """Whether a file is named as a kept case or a dated copy is."""
    return _KEPT.fullmatch(name) is not None


def answers_to(folder: Path, exercise: str) -> list[Answer]:
    """The files that answer an exercise, in its own folder or right in this one, changed last first.

    Names may be written in another case. Of those that were changed at the same time the one in the
    exercise's own folder comes first.
    """
    return _answers(folder, exercise, _listed(folder))


def answers_in(folder: Path, exercises: Collection[str]) -> list[Answer]:
    """The file that answers each exercise that was begun in a folder, changed last first."""
    listed = _listed(folder)
    found = [answers[0] for name in exercises if (answers := _answers(folder, name, listed))]
    return sorted(found, key=lambda answer: (-_changed(answer.path), answer.exercise))


def _answers(folder: Path, exercise: str, listed: Mapping[str, list[str]]) -> list[Answer]:
    own = [folder / name for name in listed.get(exercise.casefold(), ())]
    places = [path for each in own for path in _named(each, exercise, _listed(each))]
    places += _named(folder, exercise, listed)
    found = [Answer(exercise, path) for path in places if _is_file(path)]
    return sorted(found, key=lambda answer: -_changed(answer.path))


def _named(folder: Path, exercise: str, listed: Mapping[str, list[str]]) -> Iterator[Path]:
    """The entries of a folder that are named as an answer is, the one that is named exactly so first."""
    for ending in ENDINGS:
        name = f"{exercise}{ending}"
        alike = listed.get(name.casefold(), ())
        yield from (folder / each for each in sorted(alike, key=lambda each: (each != name, each)))


def _listed(folder: Path) -> dict[str, list[str]]:
    """The names in a folder by their small letters; none if there is no such folder."""
    listed: dict[str, list[str]] = {}
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                listed.setdefault(entry.name.casefold(), []).append(entry.name)
    except OSError:
        return {}
    return listed


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
