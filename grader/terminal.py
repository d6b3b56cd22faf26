"""What the terminal shows: verdicts, tables, statements, progress. Colour beside words, never instead."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from grader.doctor import MEANING, PLACES, Examination
from grader.escape import clean, for_terminal
from grader.frozen import Comparison
from grader.gradebook import NOT_GRADED, Entry, Gradebook
from grader.isolate.control import NAMESPACES, Act
from grader.model import CheckResult, Exercise, Result, Track
from grader.needs import missing_packages
from grader.pictures.blocks import RIGHT, SOME, WRONG, block_map
from grader.reports.standing import number
from grader.reports.summary import screen_lines
from grader.text import GENERAL_COMPARISON, plural

if TYPE_CHECKING:  # it starts processes, which only Linux can; the doctor shows itself anywhere
    from grader.grade_class import Run
    from grader.intake.dry_run import DryRunRow
    from grader.pictures.panels import Panel
    from grader.store import Changes
    from grader.verify import Report, Tried

GROUPS = {"visible": "examples", "hidden": "hidden checks"}
MARKS = {WRONG: "bold red", SOME: "yellow", RIGHT: "green"}
FOLDED_LINES = 3
MAX_LINES, MAX_CHANGES = 40, 6
MAX_FOLDED_LINE = 150
STYLES = {"passed": "green", "failed": "red", "harness_error": "bold magenta", "not_run": "dim"}


def console() -> Console:
    """Standard output; colours only on a terminal that wants them."""
    return Console(highlight=False, soft_wrap=False)


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
        mark = {"passed": "ok", "not_run": "--"}.get(check.status, "x ")
        line = Text(f"    {mark}  {points:<{width}}  {for_terminal(check.name)}")
        if check.status != "passed":
            line.append(f"  {check.status}", STYLES.get(check.status, "yellow"))
        out.print(line)
    score = "no score" if result.score is None else f"{result.score:g} of {result.max_score:g} points"
    status = Text(result.status, STYLES.get(result.status, "yellow"))
    out.print(Text.assemble("\n", status, f", {score}", ""))
    out.print(Text("\n" + for_terminal(result.message, multiline=True)))
    _show_printed(result, out, all_printed)
    for note in result.notes:
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
    failing = [check for check in result.checks if check.status not in ("passed", "not_run")]
    printing = [check for check in (failing if everything else failing[:1]) if check.printed]
    for check in printing:
        where = "In this case" if check is failing[0] else f'In the first failing case of "{check.name}"'
        lines = (check.printed or "").split("\n")
        shown = lines if everything else [clean(line, MAX_FOLDED_LINE) for line in lines[:FOLDED_LINES]]
        out.print(Text(f"\n{where} it printed:", "dim"))
        for line in shown:
            out.print(Padding(Text(for_terminal(line, multiline=True)), (0, 0, 0, 2), expand=False))
        if shown != lines:
            more = len(lines) - len(shown)
            told = f"{plural(more, 'more line')}; --printed" if more else "--printed"
            out.print(Text(f"  ({told} shows all that was kept)", "dim"))
    if everything and failing and not printing:
        out.print(Text("\nNothing was printed in a visible case that failed.", "dim"))


def show_examination(examination: Examination, out: Console) -> None:
    """What `kata doctor` found, act by act, and what to do."""
    style = "green" if examination.safe else "bold red"
    out.print(Text.assemble("isolation: ", (examination.level.value, style)))
    told = MEANING[examination.level] if examination.fault is None else f"{examination.fault}."
    out.print(Padding(Text(for_terminal(told)), (0, 0, 0, 2)))
    if examination.layers:
        out.print(Padding(Text(f"layers: {', '.join(examination.layers)}", "dim"), (0, 0, 0, 2)))
    for layer in dict.fromkeys(act.layer for act in examination.acts):
        out.print(Text(f"\ntried against {layer}", "dim"))
        for act in examination.acts:
            if act.layer == layer:
                out.print(Text.assemble("  ", _mark(act), f"  {clean(act.what)}"))
    out.print(Text("\nwhat to do", "dim"))
    for place, (_, advice) in PLACES.items():
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(width=20)
        table.add_column()
        here = place in examination.here
        table.add_row(Text(f"{place}{' (here)' if here else ''}", "bold" if here else ""), Text(advice))
        out.print(Padding(table, (0, 0, 0, 2)))


def _mark(act: Act) -> tuple[str, str]:
    if act.refused:
        return "refused ", "green"
    # Namespaces are a wall behind the others: where there are none, those others refuse it.
    return ("no wall ", "yellow") if act.layer == NAMESPACES else ("POSSIBLE", "bold red")


def class_table(book: Gradebook, *, names: bool = False) -> Table:
    """The class: a row for each student, a column for each exercise; with or without their names."""
    table = Table(box=None, pad_edge=False)
    named = names and any(person.name not in (None, person.id) for person in book.people)
    for title in ("student", *(["name"] if named else [])):
        table.add_column(title, no_wrap=True)
    for exercise in book.exercises:
        table.add_column(Text(_in_lines(exercise)))
    table.add_column("total", justify="right")
    for person in book.people:
        told = [book.entry(person.id, exercise) for exercise in book.exercises]
        total = book.total(person.id)
        cells = [Text(_cell(e), STYLES.get(e.status, "yellow") if e else "dim") for e in told]
        who = [Text(clean(person.id, 40)), *([Text(clean(person.name or "", 30))] if named else [])]
        table.add_row(*who, *cells, Text("?" if total is None else f"{total:g}"))
    return table


def _cell(entry: Entry | None) -> str:
    """What the class table shows of an entry: the score where there is one, and how it ended."""
    if entry is None:
        return "-"
    by_hand = " (by hand)" if entry.override is not None else ""
    if entry.score is None:
        return f"{entry.status}{by_hand}"
    return f"{number(entry.score)} {entry.status}{by_hand}"


def _in_lines(name: str, width: int = 14) -> str:
    """A long name broken at its underscores."""
    lines = [""]
    for word in name.replace("_", "_\0").split("\0"):
        if lines[-1] and len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] += word
    return "\n".join(lines)


def show_run(run: Run, out: Console) -> None:
    """A run over a class in one screen: how the class stands, what was done and changed, what is written."""
    changed = run.changes if run.changes is not None and not run.changes.first else None
    told = min(len(changed.changes), MAX_CHANGES + 1) + 2 if changed is not None else 0
    room = MAX_LINES - len(run.files) - 4 - told
    table = _table(run.book, out) if len(run.book.people) < room else None
    rows = len(out.render_lines(table)) if table is not None and _fits(table, out) else MAX_LINES
    lines = screen_lines(run.book, interrupted=run.interrupted)
    if rows + len(lines) > room:  # the table says the same of each exercise, and more
        shorter = screen_lines(run.book, interrupted=run.interrupted, exercises=False)
        lines = shorter if rows + len(shorter) <= room else lines
    if table is not None and rows + len(lines) <= room:
        out.print(table)
        out.print()
    out.print(Text(_done(run), "bold"))
    for line in lines:
        out.print(Text(for_terminal(line)), no_wrap=line.startswith(" "), overflow="ellipsis")
    if changed is not None:
        out.print()
        show_changes(changed, out, most=MAX_CHANGES)
    out.print()
    for path in run.files:
        out.print(Text(for_terminal(f"wrote {path}")), soft_wrap=True)


def _table(book: Gradebook, out: Console) -> Table:
    """The table of a class; with names where there is room for them."""
    wide = class_table(book, names=True)
    whole = out.measure(wide, options=out.options.update(width=1 << 20)).maximum
    return wide if whole <= out.width else class_table(book)


def _fits(table: Table, out: Console) -> bool:
    """Whether a table can be shown without breaking a word."""
    return out.measure(table, options=out.options.update(width=1 << 20)).minimum <= out.width


def _done(run: Run) -> str:
    """What a run did, in a sentence."""
    if not run.graded and not run.left and run.reused:
        return f"Nothing to grade: all {run.reused} were graded before on the same terms."
    told = f"{run.graded} graded, {run.reused} taken from an earlier run"
    return f"{told}, {run.left} left." if run.left else f"{told}."


def show_changes(changes: Changes, out: Console, *, most: int | None = None) -> None:
    """Who gained and lost what since a run, and why."""
    if not changes.changes:
        out.print(Text("No score and no status changed."))
        return
    gained = sum(change.gained > 0 for change in changes.changes)
    lost = sum(change.gained < 0 for change in changes.changes)
    count = plural(len(changes.changes), "result")
    out.print(Text(f"Changed: {count}; {gained} gained points, {lost} lost points."))
    for change in changes.changes[:most]:
        told = f"{_told_standing(change.before)} -> {_told_standing(change.after)}"
        line = f"    {clean(change.student, 40)}, {change.exercise}: {told} ({change.why})"
        # A screen has room for one line each; where all are shown none is cut.
        cut = most is not None
        out.print(Text(for_terminal(line)), soft_wrap=not cut, no_wrap=cut or None, overflow="ellipsis")
    if most is not None and len(changes.changes) > most:
        out.print(Text(f"    and {len(changes.changes) - most} more: `kata diff RESULTS` shows all"))


def _told_standing(standing: tuple[str, float | None] | None) -> str:
    if standing is None:
        return "nothing"
    status, score = standing
    return status if score is None or status == NOT_GRADED else f"{number(score)} {status}"


def show_dry_run(rows: Sequence[DryRunRow], out: Console) -> None:
    """What would be graded, and what is passed over, with the reason: a line for each, however long."""
    cells: list[tuple[str, ...]] = [("student", "name", "exercise", "file", "what", "why")]
    for row in rows:
        told = (row.student, row.name, row.exercise, row.file, row.what, row.reason)
        cells.append(tuple(cell or "" for cell in told))
    named = any(row.name for row in rows)
    lines = [[clean(cell) for i, cell in enumerate(line) if named or i != 1] for line in cells]
    widths = [max(cell_len(line[column]) for line in lines) for column in range(len(lines[0]) - 1)]
    for place, (*columns, last) in enumerate(lines):
        padded = (set_cell_size(cell, width) for cell, width in zip(columns, widths, strict=True))
        text = Text("  ".join((*padded, last)).rstrip(), "" if place else "dim")
        out.print(text, soft_wrap=True)


def show_exercise(exercise: Exercise, statement: str, comparison: Comparison, out: Console) -> None:
    """The statement, what is checked, and the comparison policy in words."""
    from rich.markdown import Markdown  # slow to import, and of no use to any other command

    out.print(Markdown(statement, hyperlinks=False))
    out.print(Text("\nWhat is checked", "bold"))
    for name, points, visibility in comparison.checks:
        unit = "point" if points == 1 else "points"
        out.print(Text(f"  {points:g} {unit}: {name}" + (" (hidden)" if visibility == "hidden" else "")))
    out.print(Text("\nHow answers are compared", "bold"))
    for line in (*GENERAL_COMPARISON, *comparison.words):
        out.print(Padding(Text(f"- {line}"), (0, 0, 0, 2)))
    out.print(Text.assemble(("\nDifficulty: ", "bold"), exercise.difficulty))
    for name, listed in (
        ("Before it", exercise.prerequisites),
        ("Needs", exercise.needs),
        ("Tracks", exercise.tracks),
    ):
        if listed:
            out.print(Text.assemble((f"{name}: ", "bold"), ", ".join(listed)))
    if exercise.read_next:
        out.print(Text("Read next", "bold"))
        for text in exercise.read_next:
            out.print(Padding(Text(f"- {text}"), (0, 0, 0, 2)))


def show_track(track: Track, exercises: Mapping[str, Exercise], out: Console, *, page: bool) -> None:
    """The exercises of a track in their order; as a page, what it is about as well."""
    out.print(Text(f"Track {track.name}" + (f": {track.title}" if page else ""), "bold"))
    if page and track.about:
        for paragraph in track.about.split("\n\n"):
            out.print(Padding(Text(" ".join(paragraph.split())), (1, 0, 0, 2)))
        out.print()
    table = Table(box=None, pad_edge=False, show_header=False)
    for no_wrap in (True, True, True, False, False):
        table.add_column(no_wrap=no_wrap)
    for place, name in enumerate(track.exercises, start=1):
        exercise = exercises[name]
        absent = missing_packages(exercise)
        note = f"needs {', '.join(absent)}: pip install 'kata-grader[{absent[0]}]'" if absent else ""
        table.add_row(f"  {place}", name, exercise.difficulty, Text(exercise.title), Text(note, "yellow"))
    out.print(table)


def show_report(report: Report, out: Console, *, table: bool) -> None:
    """What verifying an exercise found: what is to be mended, what was killed by which check, what lives."""
    state = ("ok", "green") if report.ok else (f"{plural(len(report.faults), 'fault')} to mend", "bold red")
    out.print(Text.assemble((f"{report.exercise}: ", "bold"), state))
    for fault in report.faults:
        _indented(fault, "", out)
    for line in _counted(report):
        _indented(line, "dim", out)
    if report.checks:
        out.print(Padding(_kills_by_check(report), (0, 0, 0, 4)))
    for one in report.tried:
        if not one.killed:
            _indented(f"lives: {one.name}", "yellow", out)
        elif one.seed != report.seeds[0]:
            _indented(f"shown by seed {one.seed} only: {one.name}", "yellow", out)
    for change in report.equivalents:
        told = f"equivalent on {change.draws} more draws: {change.name} ({change.reason})"
        _indented(told, "dim", out)
    if table and report.tried:
        out.print(Padding(_kill_table(report), (0, 0, 0, 4)))


def _indented(text: str, style: str, out: Console) -> None:
    for line in text.splitlines():
        out.print(Text(f"    {for_terminal(line)}", style), soft_wrap=True)


KINDS = {"mistake": "mistakes", "mutant": "mutants", "junk": "junk", "liar": "liars"}


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
    _indented(_killed([one for report in reports for one in report.tried]), "dim", out)
    _indented(f"{plural(equivalent, 'mutant')} more said to be equivalent", "dim", out)


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


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar with the time left, on standard error; nothing at all where that is no terminal.

    It shows the phase that is going on, and is gone in the end.
    """
    errors = Console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TextColumn("time left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, disable=not sys.stderr.isatty(), transient=True) as bar:

        def tell(phase: str, done: int, total: int) -> None:
            for task in bar.tasks:
                if task.description != phase:
                    bar.remove_task(task.id)
            shown = bar.task_ids[0] if bar.task_ids else bar.add_task(phase, total=total or None)
            bar.update(shown, completed=done, refresh=done == total)

        yield tell
