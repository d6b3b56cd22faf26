"""How tours look in the terminal: which there are, where one lies, and how it is opened."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from grader.escape import for_terminal
from grader.practice.showing import shown_path
from grader.practice.tours import LaidOutTour, Tour


def show_tours(tours: Sequence[Tour], out: Console) -> None:
    """The tours of a pack."""
    if not tours:
        out.print("This pack has no tour.")
        return
    width = max(len(tour.track.name) for tour in tours)
    for tour in tours:
        name = for_terminal(tour.track.name)
        out.print(Text.assemble((f"{name:{width}}", "bold"), f"  {for_terminal(tour.track.title)}"))
    out.print()
    name = for_terminal(tours[0].track.name)
    out.print(Text(f"`kata tour {name}` lays it out: a notebook to read in your browser."))


def show_tour(tour: Tour, laid: LaidOutTour, adding: Sequence[tuple[str, str]], out: Console) -> None:
    """Where a tour lies and how to open it; ``adding`` are what is missing and the command that adds it."""
    path = shown_path(laid.notebook)
    out.print()
    out.print(Text.assemble((for_terminal(tour.track.name), "bold"), f"  {for_terminal(tour.track.title)}"))
    _line(f"  {'notebook' if laid.new else 'notebook (was there already)'}  {path}", out)
    for kept in laid.kept:
        _line(f"  {shown_path(kept)} is not as it comes with the pack; it is left as it is.", out)
    if laid.kept:
        _line("  (Move the folder away and run the command again to have it anew.)", out)
    word = shlex.quote(path)
    out.print(Text("\nNext:"))
    _line(f"  marimo run {word}    shows it in your browser", out)
    _line(f"  marimo edit {word}   shows its code as well", out)
    out.print(Text("\nIn `marimo edit` no cell runs by itself: press Run all, at the bottom right."))
    for what, command in adding:
        _line(f"\n{what}: {command}", out)


def _line(text: str, out: Console) -> None:
    """A line to copy from: never broken by us."""
    out.print(Text(text), soft_wrap=True)
