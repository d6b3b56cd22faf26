"""How progress looks in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from rich.console import Console
from rich.table import Table
from rich.text import Text

from grader.escape import clean
from grader.model import Track
from grader.practice.standing import Standing, Standings, State
from grader.terminal.exercises import MARKS

_WORDS: dict[State, str] = {
    "not_started": "not begun",
    "started": "begun",
    "passed": "passed",
    "gave_up": "given up",
}


def show_progress(
    begun: Sequence[Standing], tracks: Sequence[Track], stand: Standings, following: str | None, out: Console
) -> None:
    """What was begun, how much of each track is passed, and what comes next."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("exercise", overflow="fold")
    table.add_column("state", no_wrap=True)
    for name in ("attempts", "hints"):
        table.add_column(name, justify="right", no_wrap=True)
    for name in ("best", "first passed"):
        table.add_column(name, no_wrap=True)
    for one in begun:
        mark, style = MARKS[one.state]
        table.add_row(
            Text(clean(one.exercise)),
            Text(f"{mark} {_WORDS[one.state]}", style),
            str(one.attempts),
            str(one.hints),
            _best(one),
            _local(one.passed_at),
        )
    out.print(table)
    out.print()
    for track in tracks:
        passed = passed_of(track, stand)
        out.print(Text(f"Track {clean(track.name)}: {passed} of {len(track.exercises)} passed"))
    if following is not None:
        out.print(Text(f"\nThe next exercise is {clean(following)}: `kata next` lays it out."))


def show_nothing_begun(following: str | None, out: Console) -> None:
    """Where to begin."""
    step = f"`kata start {clean(following)}` lays out the first exercise, and " if following else ""
    out.print(Text(f"Nothing is begun yet: {step}`kata list` shows all there are."), soft_wrap=True)


def passed_of(track: Track, stand: Standings) -> int:
    """How many exercises of a track are passed."""
    return sum(stand.of(name).state == "passed" for name in track.exercises)


def _best(one: Standing) -> str:
    return "-" if one.best is None else f"{one.best:g} of {one.max_score:g}"


def _local(at: str | None) -> str:
    """A time as the clock on the wall tells it."""
    if at is None:
        return "-"
    try:
        return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}"
    except (OverflowError, ValueError, OSError):  # a time of an import that this clock cannot tell
        return at
