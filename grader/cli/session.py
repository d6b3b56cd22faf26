"""What the commands share: options, opening a pack and a worker, documents for other programs."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.errors import HarnessError, KataError, UsageError
from grader.escape import clean, for_terminal

if TYPE_CHECKING:
    from grader.catalogue import Pack
    from grader.isolate.local import LocalWorker
    from grader.model import Exercise
    from grader.practice.own_worker import OwnWorker
    from grader.practice.progress import Progress
    from grader.practice.workspace import Workspace

INTERRUPTED = 130
MAX_SEED = 2**31 - 1

pack_option = click.option(
    "--pack",
    "pack_folder",
    type=click.Path(path_type=Path),
    help="Folder of another exercise pack (it holds exercises/ and, to grade, solutions/).",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document on standard output."
)
seed_type = click.IntRange(0, MAX_SEED)
limit_option = click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a limit of the exercises (time_per_check_s=20, say); may be given more than once.",
)


def open_pack(folder: Path | None) -> Pack:
    """The pack in a folder, or the one that comes with kata; raises `UsageError` if it is none."""
    from grader.catalogue import load_pack

    return load_pack(folder)


@dataclass(frozen=True)
class Place:
    """Where someone practises: a pack, and the workspace (or student pack) that they are in, if any."""

    pack: Pack
    workspace: Workspace | None

    @property
    def folder(self) -> Path:
        """Where their answers lie: the workspace, or else this folder."""
        return self.workspace.folder if self.workspace is not None else Path()


def open_place(pack_folder: Path | None, start: Path | None = None) -> Place:
    """The place that a folder (this one, if none is given) lies in, with the pack that is practised there.

    A pack that is named goes before that of the workspace. Raises `UsageError`.
    """
    from grader.practice.workspace import find_workspace

    workspace = find_workspace(start or Path())
    if pack_folder is None and workspace is not None:
        pack_folder = workspace.pack
    return Place(open_pack(pack_folder), workspace)


def open_progress() -> Progress:
    """What the user has done until now, the same for all of a command; nothing is opened before it is needed.

    What there is to tell about it (a damaged file that was put aside) goes to standard error, once.
    """
    from grader.practice.progress import Progress

    context = click.get_current_context(silent=True)
    if context is None:
        return Progress(tell=_tell)
    kept: Progress = context.meta.setdefault("grader.progress", Progress(tell=_tell))
    return kept


def _tell(sentence: str) -> None:
    with contextlib.suppress(OSError):  # progress is kept whether that can be said or not
        click.echo(for_terminal(f"kata: {sentence}"), err=True)


def last_workspace(progress: Progress) -> Path | None:
    """The workspace that was used last, if that can be known."""
    try:
        return progress.last_workspace()
    except KataError:  # what it holds is of no use here
        return None


def chosen_exercise(exercise: str | None, place: Place) -> Exercise:
    """The exercise that is named, or else the one worked on last; raises `UsageError` if there is none."""
    if exercise is not None:
        return place.pack.exercise(exercise)
    current = open_progress().standings().current
    if current is None:
        raise UsageError("which exercise? You have begun none yet; `kata list` shows all.")
    return place.pack.exercise(current)


def tell_broken(pack: Pack) -> int:
    """Say on standard error what of a pack cannot be used; gives the exit status that it deserves."""
    for fault in pack.broken.values():
        click.echo(for_terminal(f"kata: broken exercise: {fault}"), err=True)
    return 3 if pack.broken else 0


def open_worker(pack: Pack) -> LocalWorker:
    """The worker of one command. What this imports is waited for before a server can start."""
    require_linux()
    from grader.isolate.local import LocalWorker
    from grader.private import private_folders

    return LocalWorker(private_folders(pack))


def open_own_worker(pack: Pack) -> OwnWorker:
    """The worker that runs one's own files."""
    from grader.practice import own_worker

    return own_worker.open_own_worker(pack)


def require_known(what: str, given: Iterable[str], known: Sequence[str], where: str) -> None:
    """Refuse names that are not known, with those that are nearly the same; raises `UsageError`."""
    import difflib

    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, 3)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            raise UsageError(f"there is no {what} {clean(name)} {where}.{hint}")


def require_track(track: str | None, pack: Pack) -> None:
    """Refuse a track that a pack does not have, with those that it has; raises `UsageError`."""
    if track is not None and track not in [one.name for one in pack.tracks]:
        known = ", ".join(one.name for one in pack.tracks)
        raise UsageError(f"there is no track called {track!r}. Tracks: {known}.")


def require_linux() -> None:
    """What isolates is Linux's; elsewhere the commands that run the code of others say where to go."""
    if sys.platform != "linux":
        from grader.doctor.places import ELSEWHERE

        raise HarnessError(ELSEWHERE)


def _as_json(document: Any) -> str:
    import json

    return json.dumps(document, indent=2, ensure_ascii=False)


def print_json(document: Any) -> None:
    """Print a document on standard output."""
    click.echo(_as_json(document))


def write_json(path: Path, document: Any) -> None:
    """Write a document to a file; raises `UsageError` if that is not possible."""
    try:
        path.write_text(_as_json(document) + "\n", encoding="utf-8")
    except OSError as fault:
        raise UsageError(f"{path} cannot be written: {fault.strerror}.") from None
