"""How the proofs of exercises look in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.escape import for_terminal
from grader.terminal.screen import indented
from grader.text import plural

if TYPE_CHECKING:
    from grader.verify import Report, Tried

KINDS = {"mistake": "mistakes", "mutant": "mutants", "junk": "junk", "liar": "liars"}


def show_report(report: Report, out: Console, *, table: bool) -> None:
    """What verifying an exercise found: what is to be mended, what was killed by which check, what lives."""
    state = ("ok", "green") if report.ok else (f"{plural(len(report.faults), 'fault')} to mend", "bold red")
    out.print(Text.assemble((f"{report.exercise}: ", "bold"), state))
    for fault in report.faults:
        indented(fault, "", out)
    for line in _counted(report):
        indented(line, "dim", out)
    if report.checks:
        out.print(Padding(_kills_by_check(report), (0, 0, 0, 4)))
    for one in report.tried:
        if not one.killed:
            indented(f"lives: {one.name}", "yellow", out)
        elif one.seed != report.seeds[0]:
            indented(f"shown by seed {one.seed} only: {one.name}", "yellow", out)
    for change in report.equivalents:
        told = f"equivalent on {change.draws} more draws: {change.name} ({change.reason})"
        indented(told, "dim", out)
    if table and report.tried:
        out.print(Padding(_kill_table(report), (0, 0, 0, 4)))


def _counted(report: Report) -> list[str]:
    killed = _killed(report.tried)
    return [f"{plural(len(report.seeds), 'draw')}; {killed}"] if killed else []


def _killed(tried: Sequence[Tried]) -> str:
    told = []
    for kind, name in KINDS.items():
        ours = [one for one in tried if one.kind == kind]
        if ours:
            told.append(f"{sum(one.killed for one in ours)} of {len(ours)} {name}")
    return f"killed {', '.join(told)}" if told else ""


def show_reports(reports: Sequence[Report], out: Console) -> None:
    """What verifying several exercises found, in all, and how long it took."""
    good = sum(report.ok for report in reports)
    seconds = sum(report.duration_s for report in reports)
    equivalent = sum(len(report.equivalents) for report in reports)
    style = "green" if good == len(reports) else "bold red"
    out.print(Text(f"\n{good} of {plural(len(reports), 'exercise')} proven in {seconds:.0f} s", style))
    indented(_killed([one for report in reports for one in report.tried]), "dim", out)
    indented(f"{plural(equivalent, 'mutant')} more said to be equivalent", "dim", out)


def _kills_by_check(report: Report) -> Table:
    """How many each check kills, and how many of them no other does."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("check", "", *KINDS.values(), "alone"):
        table.add_column(title, justify="left" if title in ("check", "") else "right")
    for index, check in enumerate(report.checks):
        counts = [
            str(sum(one.kind == kind and index in one.killed_by for one in report.tried)) for kind in KINDS
        ]
        alone = sum(one.killed_by == (index,) for one in report.tried)
        name = check.name + (" (hidden)" if check.visibility == "hidden" else "")
        table.add_row(str(index + 1), name, *counts, str(alone))
    return table


def _kill_table(report: Report) -> Table:
    """A line for each wrong file, and in it the numbers of the checks that it fails."""
    table = Table(box=None, pad_edge=False, header_style="dim", title_justify="left")
    for title in ("kind", "name", "killed by"):
        table.add_column(title, overflow="fold")
    for one in report.tried:
        checks = " ".join(str(index + 1) for index in one.killed_by) or one.status
        table.add_row(one.kind, Text(for_terminal(one.name)), checks)
    return table
