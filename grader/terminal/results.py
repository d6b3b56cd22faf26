"""How a result looks in the terminal: the checks, the message, a map of the wrong entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.escape import clean, for_terminal
from grader.model import CheckResult, Result
from grader.pictures.blocks import RIGHT, SOME, WRONG, block_map
from grader.terminal.screen import STYLES
from grader.text import plural
from grader.text.results import GROUPS, check_mark, failing_checks, other_notes, printed_where

if TYPE_CHECKING:
    from grader.pictures.panels import Panel

MARKS = {WRONG: "bold red", SOME: "yellow", RIGHT: "green"}
FOLDED_LINES = 3
MAX_FOLDED_LINE = 150


def show_result(result: Result, out: Console, *, all_printed: bool = False) -> None:
    """One result, as its student reads it; what was printed is folded unless all of it is asked for."""
    out.print(Text.assemble((result.exercise, "bold"), "  ", clean(result.submission)))
    checks = result.checks if any(check.status != "not_run" for check in result.checks) else ()
    told = [f"{check.points:g}/{check.max_points:g}" for check in checks]
    width = max(map(len, told), default=0)
    group = ""
    for check, points in zip(checks, told, strict=True):
        if check.visibility != group:
            group = check.visibility
            out.print(Text(f"  {GROUPS.get(group, group)}", "dim"))
        mark = f"{check_mark(check.status):<2}"
        name = Text(for_terminal(check.name))
        if check.status != "passed":
            name.append(f"  {check.status}", STYLES.get(check.status, "yellow"))
        line = Table.grid()  # a long name goes on below its beginning
        line.add_row(Text(f"    {mark}  {points:<{width}}  "), name)
        out.print(line)
    score = "no score" if result.score is None else f"{result.score:g} of {result.max_score:g} points"
    status = Text(result.status, STYLES.get(result.status, "yellow"))
    out.print(Text.assemble("\n", status, f", {score}", ""))
    out.print(Text("\n" + for_terminal(result.message, multiline=True)))
    _show_printed(result, out, all_printed)
    for note in other_notes(result):
        out.print(Text(f"note: {clean(note)}", "dim"))


def show_checks(checks: Sequence[CheckResult], out: Console) -> None:
    """The messages of some checks."""
    for check in checks:
        out.print(Text(f"\n{for_terminal(check.name)}", "bold"))
        out.print(Text(for_terminal(check.message, multiline=True)))


def show_map(told: str, panel: Panel | None, out: Console) -> None:
    """Where the wrong entries of an answer lie, as a map of letters; or only the sentence."""
    out.print(Text(f"\n{told}"))
    if panel is None:
        return
    found = block_map(panel, out.width)
    out.print()
    for line in found.head:
        out.print(Text(line, "dim"), soft_wrap=True)
    for label, marks in found.rows:
        out.print(Text.assemble((label, "dim"), *((mark, MARKS[mark]) for mark in marks)), soft_wrap=True)
    out.print()
    out.print(Text(found.legend))


def _show_printed(result: Result, out: Console, everything: bool) -> None:
    """What was printed in the case that the message tells of, folded; or in every check that failed."""
    failing = failing_checks(result)
    printing = [check for check in (failing if everything else failing[:1]) if check.printed]
    for check in printing:
        lines = (check.printed or "").split("\n")
        shown = lines if everything else [clean(line, MAX_FOLDED_LINE) for line in lines[:FOLDED_LINES]]
        out.print(Text(f"\n{printed_where(check, failing)} it printed:", "dim"))
        for line in shown:
            out.print(Padding(Text(for_terminal(line, multiline=True)), (0, 0, 0, 2), expand=False))
        if shown != lines:
            more = len(lines) - len(shown)
            told = f"{plural(more, 'more line')}; --printed" if more else "--printed"
            out.print(Text(f"  ({told} shows all that was kept)", "dim"))
    if everything and failing and not printing:
        out.print(Text("\nNothing was printed in a visible case that failed.", "dim"))
