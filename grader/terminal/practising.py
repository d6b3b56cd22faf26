"""What follows a verdict in one's own practice: a first pass, the next step."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from grader.grade import REVEALED
from grader.practice.checking import Checked
from grader.practice.keeping import is_keepable


def show_next_step(checked: Checked, path: Path, out: Console) -> None:
    """Where to go from here with the answer in a file; nothing after a pass that is not the first."""
    name = checked.result.exercise
    if checked.first_pass:
        out.print(Text(f"\nThat is your first pass of {name}.", "green"))
        further = "" if checked.examples_only else f"; `kata solution {name}` shows the reference"
        out.print(Text(f"`kata next` goes on{further}.", "dim"))
    elif checked.result.status != "passed":
        out.print(Text(f"\n`kata hint {name}` gives a hint.", "dim"))
        if only_hidden(checked):
            more = "; with --keep-case it becomes a file to run" if is_keepable(path, name) else ""
            out.print(Text(f"{how_to_reveal(name)}{more}.", "dim"))


def how_to_reveal(exercise: str) -> str:
    """How to see the hidden case that failed, as a sentence without its end."""
    return f"`kata check {exercise} --reveal` shows the hidden case that failed"


def only_hidden(checked: Checked) -> bool:
    """Whether all that fails of some work is hidden, and was not revealed."""
    if checked.untouched:
        return False
    failing = {check.visibility for check in checked.result.checks if check.status != "passed"}
    return failing == {"hidden"} and REVEALED not in checked.result.notes
