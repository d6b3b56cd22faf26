"""How progress looks in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from rich.console import Console
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.escape import clean
from grader.model import Track
from grader.practice.standing import Standing, Standings, State
from grader.terminal.exercises import MARKS
from grader.text import plural

_WORDS: dict[State, str] = {
    "not_started": "not begun",
    "started": "begun",
    "passed": "passed",
    "gave_up": "given up",
}
_DAY = "%Y-%m-%d"
_MOMENT = f"{_DAY} %H:%M"
_ENDLESS = 10_000


def show_progress(
    begun: Sequence[Standing], tracks: Sequence[Track], stand: Standings, following: str | None, out: Console
) -> None:
    """What was begun, how much of each track is passed, and what comes next."""
    tables = (_table(begun, _MOMENT), _table(begun, _DAY))
    fitting = next((table for table in tables if _width(table, out) <= out.width), None)
    if fitting is not None:
        out.print(fitting)
    else:
        _show_lines(begun, out)
    out.print()
    for track in tracks:
        passed = passed_of(track, stand)
        out.print(Text(f"Track {clean(track.name)}: {passed} of {len(track.exercises)} passed"))
    if following is not None:
        out.print(Text(f"\nThe next exercise is {clean(following)}: `kata next` lays it out."))


def _table(begun: Sequence[Standing], form: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("exercise", "state", "attempts", "hints", "best", "passed"):
        table.add_column(name, no_wrap=True, justify="right" if name in ("attempts", "hints") else "left")
    for one in begun:
        table.add_row(
            Text(clean(one.exercise)),
            _state(one),
            str(one.attempts),
            str(one.hints_opened),
            "-" if one.best is None else _best(one),
            "-" if one.passed_at is None else _local(one.passed_at, form),
        )
    return table


def _width(table: Table, out: Console) -> int:
    """How much room a table needs if nothing in it is to be broken."""
    return Measurement.get(out, out.options.update(width=_ENDLESS), table).maximum


def _show_lines(begun: Sequence[Standing], out: Console) -> None:
    """The same where there is no room for a table: of each exercise its name, and the rest below it."""
    for one in begun:
        out.print(Text(clean(one.exercise)), soft_wrap=True)
        more = [plural(one.attempts, "attempt"), plural(one.hints_opened, "hint")]
        more += [] if one.best is None else [f"best {_best(one)}"]
        day = "" if one.passed_at is None else f" {_local(one.passed_at, _DAY)}"
        told = Text.assemble(_state(one), f"{day}, {', '.join(more)}")
        out.print(Padding(told, (0, 0, 0, 2), expand=False))


def _state(one: Standing) -> Text:
    mark, style = MARKS[one.state]
    return Text(f"{mark} {_WORDS[one.state]}", style)


def show_nothing_begun(following: str | None, out: Console) -> None:
    """Where to begin."""
    step = f"`kata start {clean(following)}` lays out the first exercise, and " if following else ""
    out.print(Text(f"Nothing is begun yet: {step}`kata list` shows all there are."), soft_wrap=True)


def passed_of(track: Track, stand: Standings) -> int:
    """How many exercises of a track are passed."""
    return sum(stand.of(name).state == "passed" for name in track.exercises)


def _best(one: Standing) -> str:
    return f"{one.best:g} of {one.max_score:g}"


def _local(at: str, form: str) -> str:
    """A time as the clock on the wall tells it."""
    try:
        return f"{datetime.fromisoformat(at).astimezone():{form}}"
    except (OverflowError, ValueError, OSError):  # a time of an import that this clock cannot tell
        return at
