"""What follows a verdict in one's own practice: a first pass, the next step."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from grader.grade import REVEALED
from grader.practice.checking import Checked


def show_next_step(checked: Checked, out: Console) -> None:
    """Where to go from here; nothing after a pass that is not the first."""
    name = checked.result.exercise
    if checked.first_pass:
        out.print(Text(f"\nThat is your first pass of {name}.", "green"))
        further = "" if checked.examples_only else f"; `kata solution {name}` shows the reference"
        out.print(Text(f"`kata next` goes on{further}.", "dim"))
    elif checked.result.status != "passed":
        out.print(Text(f"\n`kata hint {name}` gives a hint.", "dim"))
        if _only_hidden(checked):
            more = "shows the hidden case that failed; with --keep-case it becomes a file to run."
            out.print(Text(f"`kata check {name} --reveal` {more}", "dim"))


def _only_hidden(checked: Checked) -> bool:
    """Whether all that fails is hidden, and was not revealed."""
    failing = {check.visibility for check in checked.result.checks if check.status != "passed"}
    return failing == {"hidden"} and REVEALED not in checked.result.notes
