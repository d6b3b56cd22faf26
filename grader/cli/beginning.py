"""The commands that lay out an exercise to work on: start, next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

import click

from grader.cli.completing import complete_exercises, complete_tracks
from grader.cli.session import Place, open_place, open_progress, pack_option, require_track
from grader.errors import KataError
from grader.escape import for_terminal

if TYPE_CHECKING:
    from grader.model import Exercise
    from grader.practice.laying import LaidOut, Layout
    from grader.practice.progress import Progress
    from grader.practice.standing import Standings
    from grader.practice.workspace import Chosen

T = TypeVar("T")

into_option = click.option(
    "--into", type=click.Path(path_type=Path), metavar="DIR", help="The workspace; it is made if need be."
)
layout_option = click.option(
    "--format",
    "layout",
    type=click.Choice(["py", "ipynb", "marimo"]),
    help="A Python file (the default), a notebook for Jupyter, or one for marimo.",
)


@dataclass(frozen=True)
class _Kept:
    """What is kept about the user; where that is not possible, it is said once, and the work goes on."""

    progress: Progress
    said: set[str] = field(default_factory=set)

    def ask(self, task: Callable[[], T], otherwise: T) -> T:
        try:
            return task()
        except KataError as fault:
            if fault.told not in self.said:
                click.echo(for_terminal(f"kata: {fault.told}"), err=True)
                self.said.add(fault.told)
            return otherwise


@dataclass(frozen=True)
class Beginning:
    """Where exercises are laid out, of which pack, and how."""

    kept: _Kept
    place: Place
    chosen: Chosen
    pack_to_keep: Path | None
    layout: Layout
    reset: bool
    stand: Standings

    def about_workspace(self, *, new: bool) -> str:
        """What there is to say of the workspace; ``new`` if anything was written to it."""
        if self.chosen.used_last:
            return "the one used last; --into . begins one here"
        return "new" if self.chosen.workspace is None and new else ""


@click.command()
@click.argument(
    "exercises", nargs=-1, required=True, metavar="EXERCISE...", shell_complete=complete_exercises
)
@into_option
@layout_option
@click.option("--reset", is_flag=True, help="Begin anew; what is there is kept as a dated copy.")
@pack_option
def start(
    exercises: tuple[str, ...], into: Path | None, layout: str | None, reset: bool, pack_folder: Path | None
) -> int:
    """Lay out the stub and the statement of an exercise.

    They go to EXERCISE/ in the workspace: DIR, or else the workspace that this folder lies in, or else the
    one used last. If there is none yet, this folder becomes one if it is empty; otherwise a new folder
    `kata` in it does. Work that is there already is never overwritten.

    \b
    Examples:
      kata start pos_embed_2d
      kata start pos_embed_2d merge_lora --into practice --format ipynb
    """
    beginning = open_beginning(into, layout or "py", reset, pack_folder)
    chosen = [beginning.place.pack.exercise(name) for name in dict.fromkeys(exercises)]
    _lay_out(beginning, chosen)
    return 0


@click.command("next")
@click.option("--track", shell_complete=complete_tracks, help="Stay in this track.")
@into_option
@layout_option
@pack_option
def next_command(track: str | None, into: Path | None, layout: str | None, pack_folder: Path | None) -> int:
    """Go on to the next exercise of the track whose prerequisites are done, and lay it out.

    It is laid out where `kata start` would do it, and written as the exercise at hand is. The track is
    that of the exercise at hand, unless --track names another.

    \b
    Examples:
      kata next
      kata next --track positions
    """
    from grader.practice.standing import next_exercise
    from grader.terminal.beginning import show_still_open
    from grader.terminal.screen import console

    beginning = open_beginning(into, layout or "py", False, pack_folder)
    if layout is None:
        beginning = replace(beginning, layout=_layout_at_hand(beginning))
    pack, stand = beginning.place.pack, beginning.stand
    require_track(track, pack)
    name = next_exercise(pack, stand, track=track)
    if name is None:
        _tell_what_is_left(beginning, track)
        return 0
    if stand.current in pack.exercises and not stand.of(stand.current).done:
        show_still_open(stand.of(stand.current), console())
    _lay_out(beginning, [pack.exercises[name]])
    return 0


def _layout_at_hand(beginning: Beginning) -> Layout:
    """Who works in notebooks goes on in one."""
    from grader.practice.laying import layout_of
    from grader.practice.workspace import answers_to

    current = beginning.stand.current
    answers = answers_to(beginning.chosen.folder, current) if current is not None else []
    return layout_of(answers[0].path) if answers else "py"


def open_beginning(into: Path | None, layout: str, reset: bool, pack_folder: Path | None) -> Beginning:
    """Choose the workspace, and the pack: the one that is named, that of the workspace, or that of here."""
    from grader.practice.standing import Standings
    from grader.practice.workspace import choose_workspace, find_workspace

    progress = open_progress()
    kept = _Kept(progress)
    pack_folder = pack_folder and pack_folder.absolute()
    last = None if into is not None else kept.ask(progress.last_workspace, None)
    chosen = choose_workspace(into, Path(), last, pack_folder)
    pack_to_keep = pack_folder
    if chosen.workspace is not None:
        place = open_place(pack_folder, chosen.folder)
    else:
        around = find_workspace(Path())
        pack_to_keep = pack_folder or (around.pack if around is not None else None)
        place = open_place(pack_to_keep)
    stand = kept.ask(progress.standings, Standings())
    return Beginning(kept, place, chosen, pack_to_keep, cast("Layout", layout), reset, stand)


def _lay_out(beginning: Beginning, exercises: Sequence[Exercise]) -> None:
    """Lay out exercises, all of which can be, and show them."""
    from grader.practice.laying import lay_out, require_room
    from grader.terminal.beginning import show_commands, show_laid_out, show_workspace
    from grader.terminal.screen import console

    out, folder = console(), beginning.chosen.folder
    for exercise in exercises:
        require_room(exercise, folder)
    for number, exercise in enumerate(exercises):
        laid = lay_out(
            exercise, folder, layout=beginning.layout, reset=beginning.reset, pack=beginning.pack_to_keep
        )
        _keep(laid, folder, beginning.kept)
        if not number:
            show_workspace(folder, beginning.about_workspace(new=not laid.kept), out)
        show_laid_out(exercise, laid, beginning.layout, _remarks(exercise, beginning), out)
    show_commands(exercises[0].name if len(exercises) == 1 else "EXERCISE", folder, out)


def _keep(laid: LaidOut, folder: Path, kept: _Kept) -> None:
    """Keep what was begun, or is at hand again, and where."""
    from grader.practice.events import event

    kept.ask(lambda: kept.progress.record(event("started", laid.exercise)), None)
    kept.ask(lambda: kept.progress.remember(folder), None)


def _remarks(exercise: Exercise, beginning: Beginning) -> list[str]:
    from grader.needs import MissingPackage, require_packages
    from grader.practice.standing import unmet

    told = []
    if before := unmet(exercise, beginning.stand):
        told.append(f"It builds on {' and '.join(before)}, which you have not done yet.")
    try:
        require_packages(exercise)
    except MissingPackage as fault:
        told.append(f"{fault.told}")
    workspace = beginning.chosen.workspace
    if workspace is not None and beginning.pack_to_keep not in (None, workspace.pack):
        told.append("This workspace is of another pack: give --pack to the other commands, too.")
    return told


def _tell_what_is_left(beginning: Beginning, track: str | None) -> None:
    """Why there is no exercise to go on to."""
    from grader.terminal.beginning import show_nothing_open
    from grader.terminal.screen import console

    pack, stand = beginning.place.pack, beginning.stand
    names = dict.fromkeys(name for one in pack.tracks if track in (None, one.name) for name in one.exercises)
    left = [(name, _why_not(pack.exercises[name], stand)) for name in names if not stand.of(name).done]
    of_track = f" of track {track}" if track is not None else ""
    if left:
        title = f"There is no other exercise{of_track} to begin now. What is left:"
    else:
        title = f"All {len(names)} exercises{of_track} are done. Well done."
    show_nothing_open(title, left, console())


def _why_not(exercise: Exercise, stand: Standings) -> str:
    from grader.needs import adding, missing_packages
    from grader.practice.standing import unmet

    if before := unmet(exercise, stand):
        return f"builds on {' and '.join(before)}"
    if absent := missing_packages(exercise):
        return f"needs {', '.join(absent)}: {adding(absent[0])}"
    return f"begun, not done yet: kata check {exercise.name}"
