"""What the Tab key completes: names of exercises and tracks, from folders and one file; no pack is read."""

from __future__ import annotations

import os
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from grader.errors import KataError

ANSWERS = (".py", ".ipynb")


def complete_exercises(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The exercises whose names begin so, less those that stand on the line already."""
    given = context.params.get(parameter.name or "") or ()
    taken = given if isinstance(given, tuple) else ()
    return [name for name in _exercises(context) if name.startswith(incomplete) and name not in taken]


def complete_answers(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem[str]]:
    """Exercises and, of this folder, the files that may answer one; or else what the shell finds."""
    names = [*complete_exercises(context, parameter, incomplete), *_files(incomplete)]
    return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]


def complete_tracks(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The tracks whose names begin so."""
    from grader.tracks import FILE, read_tracks

    try:
        tracks = read_tracks(_pack_folder(context) / "exercises" / FILE)
    except KataError:  # a line that is being typed is no place to complain
        return []
    return [track.name for track in tracks if track.name.startswith(incomplete)]


def complete_styles(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The other right answers to the exercise on the line whose names begin so."""
    # Words stay where they are behind an option whose value is not typed yet.
    exercise = context.params.get("exercise") or next(iter(context.args), "")
    try:
        accepted = _pack_folder(context) / "solutions" / exercise / "accepted"
        names = sorted(path.stem for path in accepted.glob("*.py"))
    except (OSError, KataError):
        return []
    return [name for name in names if name.startswith(incomplete)]


def _exercises(context: click.Context) -> list[str]:
    try:
        with os.scandir(_pack_folder(context) / "exercises") as entries:
            names = sorted(entry.name for entry in entries if entry.is_dir())
    except (OSError, KataError):
        return []
    return [name for name in names if not name.startswith((".", "__"))]


def _pack_folder(context: click.Context) -> Path:
    """The pack that is named on the line, or that of the workspace, or the one that comes with kata."""
    from grader.catalogue import default_pack
    from grader.practice.workspace import find_workspace

    named = context.params.get("pack_folder")
    if named is not None:
        return Path(named)
    workspace = find_workspace(Path())
    return workspace.pack if workspace is not None and workspace.pack is not None else default_pack()


def _files(incomplete: str) -> list[str]:
    if os.sep in incomplete:
        return []
    try:
        names = sorted(os.listdir())  # noqa: PTH208 - the names alone are wanted
    except OSError:
        return []
    return [name for name in names if name.startswith(incomplete) and name.endswith(ANSWERS)]
