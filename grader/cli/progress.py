"""The command that shows, saves and takes in what was done: progress."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli.session import json_option, open_place, open_progress, pack_option, print_json
from grader.errors import UsageError
from grader.escape import clean

if TYPE_CHECKING:
    from grader.catalogue import Pack
    from grader.practice.progress import Progress
    from grader.practice.standing import Standing, Standings

SCHEMA = 1
_file = click.Path(path_type=Path, allow_dash=True)


@click.command()
@click.option(
    "--export", "target", type=_file, metavar="FILE", help="Write all of it to a file; - is standard output."
)
@click.option(
    "--import", "source", type=_file, metavar="FILE", help="Join an export to it; - is standard input."
)
@json_option
@pack_option
def progress(target: Path | None, source: Path | None, as_json: bool, pack_folder: Path | None) -> int:
    """Show what you have done: attempts, hints, the best score, and when each exercise was passed.

    It lies on this machine alone. To go on elsewhere, export it here and import it there: what is known
    there already stays, and nothing is counted twice.

    \b
    Examples:
      kata progress
      kata progress --export progress.json
      kata progress --import progress.json
    """
    if sum((target is not None, source is not None, as_json)) > 1:
        raise UsageError("--json, --export and --import each stand alone: give one of them.")
    if target is not None:
        _export(target)
    elif source is not None:
        _import(source)
    else:
        _show(open_place(pack_folder).pack, open_progress(), as_json)
    return 0


def _export(target: Path) -> None:
    from grader.practice.transfer import exported, require_free, write_export

    if target == Path("-"):
        click.echo(exported(open_progress())[0], nl=False)
        return
    require_free(target)
    document, count = exported(open_progress())
    write_export(target, document)
    click.echo(f"wrote {clean(str(target))}: {_entries(count)}")


def _import(source: Path) -> None:
    from grader.practice.transfer import open_export, take_in

    name = "what came on standard input" if source == Path("-") else clean(str(source))
    try:
        if source == Path("-"):
            new, held = take_in(open_progress(), sys.stdin.buffer, name)
        else:
            with open_export(source) as file:
                new, held = take_in(open_progress(), file, name)
    except OSError as fault:
        raise UsageError(f"{name} cannot be read: {fault.strerror or fault}.") from None
    known = held - new
    click.echo(f"took in {name}: {_entries(new)} new, {known} known already")


def _entries(count: int) -> str:
    return f"{count} {'entry' if count == 1 else 'entries'}"


def _show(pack: Pack, kept: Progress, as_json: bool) -> None:
    from grader.practice.standing import next_exercise

    stand = kept.standings()
    following = next_exercise(pack, stand)
    if as_json:
        print_json(_document(pack, stand, following, kept.path))
        return
    from grader.terminal.progress import show_nothing_begun, show_progress
    from grader.terminal.screen import console

    begun = [one for one in _in_order(pack, stand) if one.state != "not_started"]
    if begun:
        show_progress(begun, pack.tracks, stand, following, console())
    else:
        show_nothing_begun(following, console())


def _in_order(pack: Pack, stand: Standings) -> list[Standing]:
    """The exercises of the pack, track by track, and behind them those of other packs that were begun."""
    names = dict.fromkeys(name for track in pack.tracks for name in track.exercises)
    return [stand.of(name) for name in dict.fromkeys((*names, *pack.exercises, *stand.by_exercise))]


def _document(pack: Pack, stand: Standings, following: str | None, path: Path) -> dict[str, Any]:
    from grader.terminal.progress import passed_of

    return {
        "schema": SCHEMA,
        "exercises": [_told(one, pack, stand) for one in _in_order(pack, stand)],
        "current": stand.current,
        "next": following,
        "tracks": [
            {"name": track.name, "passed": passed_of(track, stand), "total": len(track.exercises)}
            for track in pack.tracks
        ],
        "data": str(path),
    }


def _told(one: Standing, pack: Pack, stand: Standings) -> dict[str, Any]:
    from grader.practice.standing import unmet

    exercise = pack.exercises.get(one.exercise)
    return {
        "name": one.exercise,
        "state": one.state,
        "attempts": one.attempts,
        "hints": one.hints_opened,
        "approach_opened": one.approach_opened,
        "started_at": one.started_at,
        "passed_at": one.passed_at,
        "solved_at": one.solved_at,
        "gave_up_at": one.gave_up_at,
        "best_score": one.best,
        "max_score": one.max_score,
        "locked_by": [] if exercise is None else list(unmet(exercise, stand)),
    }
