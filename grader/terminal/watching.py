"""How watching looks in the terminal: plain lines that scroll back, nothing that moves."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from grader.catalogue import Pack
from grader.escape import clean, for_terminal
from grader.model import Exercise, Track
from grader.pictures.panels import Panel
from grader.practice.actions import Watched
from grader.practice.checking import Checked
from grader.practice.helping import OpenedHint, OpenedSolution
from grader.practice.laying import LaidOut, Layout
from grader.practice.standing import Standings
from grader.terminal.beginning import show_laid_out
from grader.terminal.exercises import show_track
from grader.terminal.helping import show_hint, show_hints, show_solution
from grader.terminal.practising import how_to_reveal, only_hidden
from grader.terminal.results import show_map, show_result
from grader.text import plural
from grader.text.results import EXAMPLES_ONLY

KEYS = "keys: h hint, n next, r run again, p picture, s solution, l list, q quit"
AFTER_A_FAILURE = "\nh hint, p picture, r run again, ? all keys"
WITHOUT_KEYS = "Ctrl-C ends it."


class Lines:
    """Tells of watching on a console."""

    def __init__(self, out: Console) -> None:
        self._out = out
        self._told_to_reveal: set[str] = set()

    def begins(self, watched: Watched, stand: Standings | None, *, keyed: bool) -> None:
        """Where and what is watched, where the user stands, and which keys there are."""
        self._out.print(Text(f"Watching {clean(str(watched.folder))}: each save is checked."))
        exercises = watched.pack.exercises
        if stand is not None and exercises:
            passed = sum(stand.of(name).state == "passed" for name in exercises)
            self._out.print(Text(f"You have passed {passed} of {plural(len(exercises), 'exercise')}."))
        if exercises and all(one.solution_folder is None for one in exercises.values()):
            self._out.print(
                Text("Only the visible examples are checked here; the hidden checks are your instructor's.")
            )
        if keyed:
            self.keys()
        else:
            self._out.print(Text(WITHOUT_KEYS, "dim"))

    def keys(self) -> None:
        """Which keys there are."""
        self._out.print(Text(KEYS, "dim"))

    def says(self, sentence: str, path: str = "") -> None:
        """Something in one sentence, with the time of day, about a file if one is given."""
        about = f"{clean(path)}: " if path else ""
        told = for_terminal(sentence, multiline=True)
        self._out.print(Text.assemble((f"{_time_of_day()}  ", "dim"), about, told))

    def checked(self, checked: Checked) -> None:
        """What came of a check: a line while the file is no work yet, otherwise what `kata check` tells."""
        result = checked.result
        if result.status == "syntax_error":
            self.says(_not_python(checked), result.submission)
        elif checked.untouched:
            self.says(f"not started yet: edit {clean(result.submission)}", result.exercise)
        else:
            self._out.print(Text(f"\n{_time_of_day()}", "dim"))
            show_result(result, self._out)
            if checked.examples_only:
                self._out.print(Text(f"\n{EXAMPLES_ONLY}"))

    def asks(self, checked: Checked, next_exercise: str | None, *, keyed: bool) -> None:
        """What can be done after a check; ``next_exercise`` is the one to go on to after a pass."""
        result = checked.result
        if result.status == "passed":
            self._ask(checked, next_exercise, keyed=keyed)
            return
        if only_hidden(checked) and result.exercise not in self._told_to_reveal:
            self._told_to_reveal.add(result.exercise)  # whoever has read it need not on each save
            self._out.print(Text(f"\n{how_to_reveal(result.exercise)}.", "dim"))
        if keyed and not checked.untouched and result.status not in ("syntax_error", "harness_error"):
            self._out.print(Text(AFTER_A_FAILURE, "dim"))

    def _ask(self, checked: Checked, next_exercise: str | None, *, keyed: bool) -> None:
        name = checked.result.exercise
        if checked.first_pass:
            self._out.print(Text(f"\nThat is your first pass of {name}.", "green"))
        following = f" ({next_exercise})" if next_exercise is not None else ""
        if keyed:
            told = f"n next exercise{following}, s solution, l list, q quit"
        else:
            told = f"`kata next` goes on{following}; `kata solution {name}` shows the solution."
        self._out.print(Text(f"\n{told}", "bold"))

    def hint(self, opened: OpenedHint) -> None:
        """A hint that was opened."""
        self._out.print()
        show_hint(opened, self._out, by_keys=True)

    def hints(self, opened: Sequence[OpenedHint]) -> None:
        """All hints, of an exercise that is done."""
        self._out.print()
        show_hints(opened, self._out)

    def solution(self, opened: OpenedSolution) -> None:
        """The solution."""
        self._out.print()
        show_solution(opened, self._out)

    def track(self, track: Track, pack: Pack, stand: Standings) -> None:
        """The exercises of a track, and where the user stands in it."""
        self._out.print()
        show_track(track, pack.exercises, self._out, page=False, stand=stand)

    def picture(self, told: str, panel: Panel | None) -> None:
        """A map of the wrong entries."""
        show_map(told, panel, self._out)

    def laid_out(self, exercise: Exercise, laid: LaidOut, layout: Layout) -> None:
        """A new exercise to work on."""
        show_laid_out(exercise, laid, layout, (), self._out)


def _time_of_day() -> str:
    return time.strftime("%H:%M:%S")


def _not_python(checked: Checked) -> str:
    """What keeps a file from being Python, in a line: it is in mid-edit more often than not."""
    error = checked.evidence.verdict.load.error
    if error is None or not error.line:
        return checked.result.message.splitlines()[0]
    message = error.message.removesuffix(f" ({error.unit}, line {error.line})")
    cell = f"{error.unit}, " if error.unit != Path(checked.result.submission).name else ""
    return f"{clean(cell)}line {error.line} is not Python yet: {clean(message)}"
