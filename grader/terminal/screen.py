"""What every screen shares: the console, the colours, a progress bar. Colour beside words, never instead."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from grader.escape import for_terminal

STYLES = {"passed": "green", "failed": "red", "harness_error": "bold magenta", "not_run": "dim"}


def console() -> Console:
    """Standard output; colours only on a terminal that wants them."""
    return Console(highlight=False, soft_wrap=False)


def indented(text: str, style: str, out: Console) -> None:
    """Some lines, indented and in one style, however long."""
    for line in text.splitlines():
        out.print(Text(f"    {for_terminal(line)}", style), soft_wrap=True)


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
