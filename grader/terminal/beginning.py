"""How an exercise that was laid out looks in the terminal, and what to do with it next."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console
from rich.text import Text

from grader.escape import for_terminal
from grader.model import Exercise
from grader.practice.laying import LaidOut
from grader.practice.showing import shown_folder, shown_path
from grader.practice.standing import Standing

# With what a notebook is opened: the command, and the package that brings it.
_OPEN_WITH = {"ipynb": ("jupyter lab", "jupyterlab"), "marimo": ("marimo edit", "marimo")}


def show_workspace(folder: Path, remark: str, out: Console) -> None:
    """Which workspace it is."""
    _line(f"workspace: {shown_folder(folder)}{f' ({remark})' if remark else ''}", out)


def show_laid_out(
    exercise: Exercise, laid: LaidOut, layout: str, remarks: Sequence[str], out: Console
) -> None:
    """What was laid out for an exercise and where, or that it was begun already."""
    out.print()
    out.print(
        Text.assemble((exercise.name, "bold"), f"  {exercise.difficulty}  {for_terminal(exercise.title)}")
    )
    if laid.kept:
        _line(f"  {exercise.name} is already begun in {shown_path(laid.path)}; nothing was changed.", out)
        _line(f"  (`kata start {exercise.name} --reset` would begin anew and keep a dated copy.)", out)
    else:
        _line(f"  write in   {shown_path(laid.path)}", out)
        if layout in _OPEN_WITH:
            command, package = _OPEN_WITH[layout]
            absent = "" if find_spec(package) is not None else f"   (needs: pip install {package})"
            _line(f"  open with  {command} {shlex.quote(shown_path(laid.path))}{absent}", out)
        _line(f"  statement  {shown_path(laid.statement)}", out)
    if laid.copy is not None:
        _line(f"  your work until now is kept in {shown_path(laid.copy)}", out)
    for remark in remarks:
        _paragraph(remark, out)


def show_commands(exercise: str, folder: Path, out: Console) -> None:
    """What to type next; where the workspace is elsewhere, how to go there."""
    place = shown_path(folder)
    command = f"kata check {exercise}"
    out.print(Text("\nNext:"))
    if not Path.cwd().is_relative_to(folder):
        _line(f"  cd {shlex.quote(place)}", out)
    _line(f"  {'kata watch':{len(command)}}   checks it each time you save", out)
    _line(f"  {command}   checks it once", out)


def show_still_open(standing: Standing, out: Console) -> None:
    """That the exercise at hand is left before it is done."""
    if standing.best is not None and standing.max_score is not None:
        so_far = f"best so far {standing.best:g} of {standing.max_score:g} points"
    else:
        so_far = "not checked yet"
    _line(f"{standing.exercise} stays open ({so_far}).", out)


def show_nothing_open(title: str, left: Sequence[tuple[str, str]], out: Console) -> None:
    """That there is nothing to go on to; ``left`` are exercises and why each cannot be begun."""
    out.print(Text(title))
    for name, why in left:
        _paragraph(f"{name}: {why}", out)


def _line(text: str, out: Console) -> None:
    """A line to copy from: never broken by us."""
    out.print(Text(text), soft_wrap=True)


def _paragraph(text: str, out: Console) -> None:
    for line in Text(for_terminal(text)).wrap(out, max(out.width - 2, 1)):
        out.print(Text(f"  {line.plain.rstrip()}"), soft_wrap=True)
