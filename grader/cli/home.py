"""What `kata` alone says: where you are, what to do next, and how."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.session import Place, open_place, open_progress
from grader.escape import for_terminal
from grader.practice.showing import shown_folder, shown_path

if TYPE_CHECKING:
    from grader.model import Track
    from grader.practice.standing import Standing, Standings
    from grader.practice.workspace import Answer

ABOUT = "kata: numerical exercises, and a grader that says what went wrong and why."
FOR_CLASSES = "To grade a class: kata grade FOLDER -o RESULTS. Everything else: kata --help."


def home(context: click.Context) -> int:
    """Greet a newcomer, or tell where someone stands and offer to go on."""
    from grader.practice.workspace import find_workspace

    progress = open_progress()
    stand = progress.standings()
    start = None if find_workspace(Path()) is not None else progress.last_workspace()
    place = open_place(None, start)
    known = {name: one for name, one in stand.by_exercise.items() if name in place.pack.exercises}
    if not known and place.workspace is None:
        _greet(place)
        return 0
    return _tell(place, stand, context)


def _say(text: str = "") -> None:
    click.echo(for_terminal(text, multiline=True))


def _say_commands(*commands: tuple[str, str]) -> None:
    width = max(len(command) for command, _ in commands)
    for command, meaning in commands:
        _say(f"  {command:<{width}}  {meaning}")


def _greet(place: Place) -> None:
    pack = place.pack
    _say(f"{ABOUT}\n")
    twice = sum(len(track.exercises) for track in pack.tracks) > len(pack.exercises)
    more = ", some in two tracks" if twice else ""
    _say(f"Welcome. You have not begun an exercise yet; {len(pack.exercises)} are here{more}:\n")
    for track in pack.tracks:
        _say(f"  {track.name:<12}{track.title} ({len(track.exercises)})")
    _say()
    _say_commands(
        (f"kata start {_first(place)}", "begin: lays out the first one, here"),
        ("kata watch", "then write: each save is checked (`kata check`: once)"),
        ("kata list", "see all of them"),
    )
    _say(f"\n{FOR_CLASSES}")


def _first(place: Place) -> str:
    from grader.practice.standing import Standings, next_exercise

    return next_exercise(place.pack, Standings()) or next(iter(place.pack.exercises), "EXERCISE")


def _tell(place: Place, stand: Standings, context: click.Context) -> int:
    from grader.practice.standing import next_exercise
    from grader.practice.workspace import answers_to

    pack = place.pack
    _say(f"{ABOUT}\n")
    if place.workspace is not None:
        _say(f"Workspace: {shown_folder(place.workspace.folder)}")
    for track in pack.tracks:
        if any(stand.of(name).state != "not_started" for name in track.exercises):
            _say(f"Track {track.name}: {_counted(track, stand)}")
    current = stand.current if stand.current in pack.exercises else None
    answers = answers_to(place.folder, current) if current is not None else []
    following = next_exercise(pack, stand)
    if current is not None:
        _say(f"At hand: {_standing(stand.of(current), answers)}")
    _say()
    at_hand = current if current is not None and not stand.of(current).done and answers else None
    _say_commands(*_commands(place, stand, at_hand, current, following))
    return _offer(place, at_hand, following, context)


def _counted(track: Track, stand: Standings) -> str:
    passed = sum(stand.of(name).state == "passed" for name in track.exercises)
    return f"{passed} of {len(track.exercises)} passed"


def _standing(own: Standing, answers: list[Answer]) -> str:
    """How one stands in an exercise, in a line."""
    from grader.practice.standing import HINTS

    told = {"passed": "passed", "gave_up": "given up", "started": "begun", "not_started": "not begun"}[
        own.state
    ]
    best = f", best {own.best:g} of {own.max_score:g} points" if own.best is not None and not own.done else ""
    hints = f", {own.hints_opened} of {HINTS} hints open" if own.hints and not own.done else ""
    where = f" ({shown_path(answers[0].path)})" if answers else ""
    return f"{own.exercise}, {told}{best}{hints}{where}"


def _commands(
    place: Place, stand: Standings, at_hand: str | None, current: str | None, following: str | None
) -> list[tuple[str, str]]:
    """What to do next, and how."""
    told = []
    if at_hand is not None:
        told += [
            ("kata watch", f"go on with {at_hand}: checks it on each save"),
            (f"kata hint {at_hand}", "the next hint"),
        ]
    elif current is not None and place.pack.exercises[current].solution_folder is not None:
        passed = stand.of(current).state == "passed"
        what = "the reference, and other ways to write it" if passed else "the reference again"
        told.append((f"kata solution {current}", what))
    if following is not None:
        told.append(("kata next", f"go on to {following}"))
    told.append(("kata list", "all exercises, and where you stand"))
    return told


def _offer(place: Place, at_hand: str | None, following: str | None, context: click.Context) -> int:
    """On a terminal, go on at the touch of a key."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return 0
    if at_hand is None and following is None:
        return 0
    what = f"go on with {at_hand} (kata watch)" if at_hand is not None else f"begin {following} (kata next)"
    click.echo(f"\nEnter: {what}. Any other key: leave. ", nl=False)
    key = click.getchar()
    click.echo()
    if key not in ("\r", "\n"):
        return 0
    return _go_on(place, at_hand, context)


def _go_on(place: Place, at_hand: str | None, context: click.Context) -> int:
    from grader.cli.beginning import next_command
    from grader.cli.watching import watch

    if at_hand is None:
        status: int = context.invoke(next_command)
        return status
    return int(context.invoke(watch, folder=place.folder))
