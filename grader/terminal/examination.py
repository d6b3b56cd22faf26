"""How the doctor's findings look in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.doctor import MEANING, PLACES, Examination
from grader.escape import clean, for_terminal
from grader.isolate.control import NAMESPACES, Act


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
