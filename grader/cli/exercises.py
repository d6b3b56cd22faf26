"""The commands that show what there is: list, show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.completing import complete_exercises, complete_tracks
from grader.cli.session import (
    json_option,
    open_own_worker,
    open_place,
    open_progress,
    pack_option,
    print_json,
    require_track,
    tell_broken,
)

if TYPE_CHECKING:
    from grader.model import Exercise
    from grader.practice.standing import Standings


@click.command("list")
@click.option("--track", shell_complete=complete_tracks, help="Show one track only.")
@json_option
@pack_option
def list_command(track: str | None, as_json: bool, pack_folder: Path | None) -> int:
    """List the exercises, track by track, in the order in which to do them, and how you stand in each.

    Beside the name stands ok (passed), .. (begun) or -- (given up). An exercise is locked while another
    one that it builds on is not done: `kata next` passes it over, `kata start` lays it out all the same.
    With --track the page about the track is shown, too.

    \b
    Examples:
      kata list
      kata list --track positions
    """
    pack = open_place(pack_folder).pack
    require_track(track, pack)
    tracks = [one for one in pack.tracks if track in (None, one.name)]
    stand = open_progress().standings()
    if as_json:
        names = dict.fromkeys(name for one in tracks for name in one.exercises)
        print_json([_listed(pack.exercises[name], stand) for name in names])
    else:
        from grader.terminal.exercises import show_missing, show_track
        from grader.terminal.screen import console

        for one in tracks:
            show_track(one, pack.exercises, console(), page=track is not None, stand=stand)
        show_missing(tracks, pack.exercises, console())
    return tell_broken(pack)


def _listed(exercise: Exercise, stand: Standings) -> dict[str, Any]:
    from grader.needs import missing_packages
    from grader.practice.standing import unmet

    own = stand.of(exercise.name)

    return {
        "name": exercise.name,
        "title": exercise.title,
        "tracks": list(exercise.tracks),
        "difficulty": exercise.difficulty,
        "tags": list(exercise.tags),
        "entry_points": list(exercise.entry_points),
        "needs": list(exercise.needs),
        "missing_packages": missing_packages(exercise),
        "prerequisites": list(exercise.prerequisites),
        "read_next": list(exercise.read_next),
        "state": own.state,
        "locked_by": [] if own.done else list(unmet(exercise, stand)),
        "attempts": own.attempts,
        "hints": own.hints_opened,
        "best_score": own.best,
        "max_score": own.max_score,
        "passed_at": own.passed_at,
    }


@click.command()
@click.argument("exercise", shell_complete=complete_exercises)
@pack_option
def show(exercise: str, pack_folder: Path | None) -> int:
    """Show an exercise's statement, and in words how answers are compared.

    \b
    Example:
      kata show pos_embed_2d
    """
    from grader.catalogue import STATEMENT
    from grader.errors import PackError
    from grader.frozen import comparison, frozen_comparison
    from grader.prepared import own_key
    from grader.terminal.exercises import show_exercise
    from grader.terminal.screen import console

    pack = open_place(pack_folder).pack
    found = pack.exercise(exercise)
    statement = (found.folder / STATEMENT).read_text(encoding="utf-8")
    try:
        words = frozen_comparison(found)
    except PackError:
        if found.solution_folder is None:
            raise
        with open_own_worker(pack) as worker:
            words = comparison(own_key(found, 0, worker))
    show_exercise(found, statement, words, console())
    return 0
