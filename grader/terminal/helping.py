"""How hints and solutions look in the terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.escape import for_terminal
from grader.practice.helping import OpenedHint, OpenedSolution


def show_hint(opened: OpenedHint, out: Console, *, by_keys: bool = False) -> None:
    """A hint, how many there are, and what comes next: by a command, or by a key while one watches."""
    show_hints((opened,), out)
    hint = "h" if by_keys else f"`kata hint {opened.exercise}`"
    solution = "s" if by_keys else f"`kata solution {opened.exercise}`"
    if opened.follows == "hint":
        told = f"{hint} gives the next one."
    elif opened.follows == "approach":
        told = f"That was the last hint. {hint} shows the approach, step by step."
    else:
        told = f"There is no further hint. {solution} says how to see the solution."
    out.print(Text(f"\n{told}", "dim"))


def show_hints(opened: Iterable[OpenedHint], out: Console) -> None:
    """Hints that are open, one below the other."""
    for place, hint in enumerate(opened):
        what = "the approach" if hint.is_approach else f"hint {hint.number} of {hint.total}"
        before = "\n" if place else ""
        out.print(Text.assemble(before, (f"{hint.exercise}: ", "bold"), (what, "bold")))
        out.print()
        if hint.is_approach:
            _show_markdown(hint.text, out)
        else:
            out.print(Padding(Text(for_terminal(hint.text)), (0, 0, 0, 2)))


def show_solution(opened: OpenedSolution, out: Console) -> None:
    """The solution, and what is worth reading after it."""
    name = opened.exercise
    out.print(Text(f"{name}: the reference\n", "bold"))
    show_code(opened.code, out)
    if opened.approach:
        out.print()
        _show_markdown(opened.approach, out)
    if opened.mistakes:
        out.print(Text("\nWhat people get wrong most", "bold"))
        numbered = enumerate(opened.mistakes, start=1)
        _show_aligned([(Text(f"{place}."), text) for place, text in numbered], 1, out)
    if opened.styles:
        out.print(Text("\nOther right answers", "bold"))
        _show_aligned([(Text(style, "bold"), told) for style, told, _ in opened.styles], 2, out)
        out.print(Text(f"\n`kata solution {name} --style NAME` shows one of them.", "dim"))


def _show_aligned(rows: Iterable[tuple[Text, str]], gap: int, out: Console) -> None:
    """Texts below each other, each beside what it belongs to and with its lines one below the other."""
    table = Table.grid(padding=(0, gap, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for label, text in rows:
        table.add_row(label, Text(for_terminal(text)))
    out.print(Padding(table, (0, 0, 0, 2)))


def show_code(code: str, out: Console) -> None:
    """Python code as it is, coloured where there are colours."""
    if out.is_terminal and out.color_system is not None:
        from rich.syntax import Syntax  # slow to import

        painted = Syntax("", "python", theme="ansi_dark", background_color="default").highlight(code)
        painted.rstrip()
    else:
        painted = Text(code.rstrip("\n"))
    out.print(painted, soft_wrap=True)


def _show_markdown(text: str, out: Console) -> None:
    from rich.markdown import Markdown  # slow to import

    out.print(Markdown(text, hyperlinks=False))
