"""How the doctor's findings look in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.doctor.findings import Finding, Section, State
from grader.doctor.isolation import Examination
from grader.doctor.places import ELSEWHERE, PLACES
from grader.doctor.report import Report
from grader.escape import clean, for_terminal
from grader.isolate.control import NAMESPACES, Act

_MARKS = {
    State.OK: ("ok", "green"),
    State.NOTE: ("note", "yellow"),
    State.PROBLEM: ("x", "bold red"),
}
_MORE = "`kata doctor --verbose` shows all that was looked at, and every act that was tried."


def show_report(report: Report, out: Console, *, verbose: bool) -> None:
    """What was found: a line for each section, and below it what asks for something; or else everything."""
    out.print(Text(_verdict(report), "bold"))
    out.print()
    for section in report.sections:
        _show_section(section, out, verbose=verbose)
    if verbose:
        _show_acts(report.examination, out)
        _show_places(report.examination, out)
    else:
        out.print(Text(f"\n{_MORE}", "dim"))


def _verdict(report: Report) -> str:
    if report.passed and not report.problems:
        return "All is well: you can practise here, and grade a class."
    if report.examination.fault == ELSEWHERE and report.problems == 1:
        return "You can practise here. A class is graded on Linux only."
    count = "1 problem" if report.problems == 1 else f"{report.problems} problems"
    grading = "can" if report.passed else "cannot"
    return f"{count}, marked with x. A class {grading} be graded here."


def _show_section(section: Section, out: Console, *, verbose: bool) -> None:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for width in (4, 9):
        table.add_column(width=width, no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row(Text(*_MARKS[section.state]), Text(section.name, "bold"), _text(section.essentials))
    for finding in section.findings:
        if verbose or finding.remedy is not None:
            for mark, text in _rows(finding):
                table.add_row(mark, "", text)
    out.print(Padding(table, (0, 0, 0, 2)))


def _rows(finding: Finding) -> Iterator[tuple[Text, Padding]]:
    """What a finding says, and below it what to do."""
    told = Text.assemble((f"{clean(finding.name)}: ", "bold"), for_terminal(finding.told))
    yield Text(*_MARKS[finding.state]), Padding(told, (0, 0, 0, 2))
    if finding.remedy is not None:
        remedy = Text.assemble(("to do: ", "cyan"), for_terminal(finding.remedy))
        yield Text(""), Padding(remedy, (0, 0, 0, 4))


def _text(text: str) -> Text:
    return Text(for_terminal(text))


def _show_acts(examination: Examination, out: Console) -> None:
    for layer in dict.fromkeys(act.layer for act in examination.acts):
        out.print(Text(f"\ntried against {layer}", "dim"))
        for act in examination.acts:
            if act.layer == layer:
                out.print(Text.assemble("  ", _mark(act), f"  {clean(act.what)}"))


def _mark(act: Act) -> tuple[str, str]:
    if act.refused:
        return "refused ", "green"
    # Namespaces are a wall behind the others: where there are none, those others refuse it.
    return ("no wall ", "yellow") if act.layer == NAMESPACES else ("POSSIBLE", "bold red")


def _show_places(examination: Examination, out: Console) -> None:
    out.print(Text("\nwhat to do for isolation", "dim"))
    for place, (_, advice) in PLACES.items():
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(width=20)
        table.add_column()
        here = place in examination.here
        table.add_row(Text(f"{place}{' (here)' if here else ''}", "bold" if here else ""), Text(advice))
        out.print(Padding(table, (0, 0, 0, 2)))
