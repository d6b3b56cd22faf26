"""The commands that help along: hint, solution."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.completing import complete_exercises, complete_styles
from grader.cli.session import chosen_exercise, open_place, open_progress, pack_option, require_known
from grader.errors import UsageError
from grader.escape import for_terminal

if TYPE_CHECKING:
    from grader.practice.helping import OpenedSolution


@click.command()
@click.argument("exercise", required=False, shell_complete=complete_exercises)
@click.option("--again", is_flag=True, help="Show those that are open, and open no other.")
@pack_option
def hint(exercise: str | None, again: bool, pack_folder: Path | None) -> int:
    """Give the next of three hints, and after these the approach.

    Without EXERCISE it is about the one that you worked on last. Which hints you opened is kept in your
    progress; after you have passed, they may all be read.

    \b
    Examples:
      kata hint pos_embed_2d
      kata hint pos_embed_2d --again
    """
    from grader.practice.helping import open_hint, opened_hints
    from grader.terminal.helping import show_hint, show_hints
    from grader.terminal.screen import console

    chosen = chosen_exercise(exercise, open_place(pack_folder))
    progress = open_progress()
    if again or progress.standings().of(chosen.name).done:
        opened = opened_hints(chosen, progress)
        if not opened:
            click.echo(f"No hint to {chosen.name} is open yet; `kata hint {chosen.name}` opens the first.")
        show_hints(opened, console())
        return 0
    following = open_hint(chosen, progress)
    show_hint(following, console())
    if following.not_kept is not None:
        click.echo(for_terminal(f"kata: {following.not_kept}"), err=True)
    return 0


@click.command()
@click.argument("exercise", required=False, shell_complete=complete_exercises)
@click.option(
    "--give-up",
    is_flag=True,
    help="Show it although the exercise is not passed; that is kept in your progress.",
)
@click.option(
    "--style",
    metavar="NAME",
    shell_complete=complete_styles,
    help="Show another right answer, after you have passed.",
)
@pack_option
def solution(exercise: str | None, give_up: bool, style: str | None, pack_folder: Path | None) -> int:
    """Show the reference after you have passed an exercise, or with --give-up.

    Behind it stand the approach and, after a pass, what people get wrong most and the other styles that
    are right. Where the output is no terminal, only the code is printed.

    \b
    Examples:
      kata solution pos_embed_2d
      kata solution pos_embed_2d --style plain_math
      kata solution pos_embed_2d > reference.py
    """
    from grader.practice.helping import open_solution

    chosen = chosen_exercise(exercise, open_place(pack_folder))
    opened = open_solution(chosen, open_progress(), give_up=give_up)
    if give_up and opened.gave_up:
        click.echo(f"kata: it is kept in your progress that you gave up {chosen.name}.", err=True)
    code = opened.code if style is None else _styled(opened, style)
    if not sys.stdout.isatty():
        click.echo(code.encode(), nl=False)
    else:
        _show(opened, code, whole=style is None)
    return 0


def _show(opened: OpenedSolution, code: str, *, whole: bool) -> None:
    from grader.terminal.helping import show_code, show_solution
    from grader.terminal.screen import console

    if whole:
        show_solution(opened, console())
    else:
        show_code(code, console())


def _styled(opened: OpenedSolution, style: str) -> str:
    """The code of one of the other styles; raises `UsageError` if there is none of that name."""
    if opened.gave_up:
        raise UsageError(
            f"the other styles of {opened.exercise} are shown after you have passed it; "
            f"`kata solution {opened.exercise}` shows the reference."
        )
    codes = {name: code for name, _, code in opened.styles}
    where = f"of {opened.exercise} (there are: {', '.join(codes) or 'none'})"
    require_known("style", [style], list(codes), where)
    return codes[style]
