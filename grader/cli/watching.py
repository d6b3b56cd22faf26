"""The command that checks on each save: watch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.completing import complete_exercises
from grader.cli.session import (
    last_workspace,
    open_own_worker,
    open_place,
    open_progress,
    pack_option,
    tell_broken,
)
from grader.errors import UsageError
from grader.escape import clean

if TYPE_CHECKING:
    from grader.cli.session import Place
    from grader.practice.progress import Progress


@click.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
@click.option(
    "--exercise",
    "exercise_name",
    metavar="NAME",
    shell_complete=complete_exercises,
    help="The exercise to begin with.",
)
@pack_option
def watch(folder: Path | None, exercise_name: str | None, pack_folder: Path | None) -> int:
    """Check an exercise each time its file is saved.

    DIR is your workspace, or any folder with files that are named EXERCISE.py or EXERCISE.ipynb. Without
    it, the workspace that this folder lies in is watched, this folder if there are answers in it, or else
    the workspace that you used last.

    Leave it running beside your editor. On a terminal single keys help along: h gives a hint, n lays out
    the next exercise, r runs the checks again, p draws a map of the wrong entries, s shows the solution
    once you have passed, l lists the track, q quits. Elsewhere Ctrl-C ends it.

    \b
    Examples:
      kata watch
      kata watch ~/kata --exercise pos_embed_2d
    """
    from grader.practice.actions import Watched

    progress = open_progress()
    place = _place(folder, pack_folder, progress)
    tell_broken(place.pack)
    if exercise_name is not None:
        place.pack.exercise(exercise_name)  # told before anything is started
    with open_own_worker(place.pack) as worker:
        worker.prepare("numpy")  # it warms up while this side loads
        from grader.practice.checking import Practice
        from grader.practice.loop import watch_folder
        from grader.terminal.screen import console
        from grader.terminal.watching import Lines

        chosen = pack_folder or (place.workspace.pack if place.workspace is not None else None)
        # A whole path: the folder this runs in may be removed, and would be there all the same.
        watched = Watched(place.folder.absolute(), place.pack, chosen, exercise_name)
        return watch_folder(watched, Practice(worker, progress), progress, Lines(console()))


def _place(folder: Path | None, pack_folder: Path | None, progress: Progress) -> Place:
    """The workspace or plain folder to watch; raises `UsageError` if there is none."""
    from dataclasses import replace

    from grader.practice.workspace import Workspace, answers_in

    here = folder or Path()
    if not here.is_dir():
        what = "is a file, not a folder" if here.exists() else "is not there"
        raise UsageError(f"{clean(str(here))} {what}: give `kata watch` the folder that holds your answers.")
    place = open_place(pack_folder, here)
    if place.workspace is not None:
        return place
    if answers_in(here, place.pack.exercises):
        return replace(place, workspace=Workspace(here))
    last = last_workspace(progress) if folder is None else None
    if last is not None:
        place = open_place(pack_folder, last)
        return place if place.workspace is not None else replace(place, workspace=Workspace(last))
    where = clean(str(folder)) if folder is not None else "this folder"
    raise UsageError(
        f"there is nothing to watch: {where} is no workspace and holds no answer. `kata start EXERCISE` "
        "lays one out (`kata list` shows all exercises)."
    )
