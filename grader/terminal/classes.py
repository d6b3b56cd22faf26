"""How a class looks in the terminal: who has what, what a run did, what changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.table import Table
from rich.text import Text

from grader.escape import clean, for_terminal
from grader.gradebook import NOT_GRADED, Entry, Gradebook
from grader.reports.standing import number
from grader.reports.summary import screen_lines
from grader.terminal.screen import STYLES
from grader.text import plural

if TYPE_CHECKING:  # it starts processes, which only Linux can
    from grader.grade_class import Run
    from grader.intake.dry_run import DryRunRow
    from grader.store import Changes

MAX_LINES, MAX_CHANGES = 40, 6


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
