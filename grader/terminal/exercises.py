"""How exercises and tracks look in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.frozen import Comparison
from grader.model import Exercise, Track
from grader.needs import adding, missing_packages
from grader.practice.standing import Standings, State, unmet
from grader.text import GENERAL_COMPARISON

# Beside the name of an exercise: how one stands in it.
MARKS: dict[State, tuple[str, str]] = {
    "not_started": ("", ""),
    "started": ("..", "yellow"),
    "passed": ("ok", "green"),
    "gave_up": ("--", "dim"),
}
BAR_WIDTH = 20


def show_exercise(exercise: Exercise, statement: str, comparison: Comparison, out: Console) -> None:
    """The statement, what is checked, and the comparison policy in words."""
    from rich.markdown import Markdown  # slow to import, and of no use to any other command

    out.print(Markdown(statement, hyperlinks=False))
    out.print(Text("\nWhat is checked", "bold"))
    for name, points, visibility in comparison.checks:
        unit = "point" if points == 1 else "points"
        out.print(Text(f"  {points:g} {unit}: {name}" + (" (hidden)" if visibility == "hidden" else "")))
    out.print(Text("\nHow answers are compared", "bold"))
    for line in (*GENERAL_COMPARISON, *comparison.words):
        out.print(Padding(Text(f"- {line}"), (0, 0, 0, 2)))
    out.print(Text.assemble(("\nDifficulty: ", "bold"), exercise.difficulty))
    for name, listed in (
        ("Before it", exercise.prerequisites),
        ("Needs", exercise.needs),
        ("Tracks", exercise.tracks),
    ):
        if listed:
            out.print(Text.assemble((f"{name}: ", "bold"), ", ".join(listed)))
    if exercise.read_next:
        out.print(Text("Read next", "bold"))
        for text in exercise.read_next:
            out.print(Padding(Text(f"- {text}"), (0, 0, 0, 2)))


def show_track(
    track: Track,
    exercises: Mapping[str, Exercise],
    out: Console,
    *,
    page: bool,
    stand: Standings | None = None,
) -> None:
    """The exercises of a track in their order, and how one stands in each; as a page, what it is about."""
    stand = stand or Standings()
    out.print(Text(f"Track {track.name}" + (f": {track.title}" if page else ""), "bold"))
    if page and track.about:
        for paragraph in track.about.split("\n\n"):
            out.print(Padding(Text(" ".join(paragraph.split())), (1, 0, 0, 2)))
        out.print()
    begun = any(stand.of(name).state != "not_started" for name in track.exercises)
    if begun:
        passed = sum(stand.of(name).state == "passed" for name in track.exercises)
        out.print(_bar(passed, len(track.exercises)))
    table = Table(box=None, pad_edge=False, show_header=False)
    for no_wrap in (*(True,) * (4 if begun else 3), False):
        table.add_column(no_wrap=no_wrap, overflow="fold")
    for place, name in enumerate(track.exercises, start=1):
        exercise, note = exercises[name], _note(exercises[name], stand)
        marks = [Text(*MARKS[stand.of(name).state])] if begun else []
        title = Text.assemble(exercise.title, ("\n", "dim"), note) if note else Text(exercise.title)
        table.add_row(f"  {place}", *marks, name, exercise.difficulty, title)
    out.print(table)
    out.print()


def _bar(passed: int, total: int) -> Text:
    """How far one is in a track, in letters that read without colours."""
    width = round(BAR_WIDTH * passed / total)
    return Text.assemble(
        "  [", ("#" * width, "green"), "." * (BAR_WIDTH - width), f"] {passed} of {total} passed\n"
    )


def show_missing(tracks: Sequence[Track], exercises: Mapping[str, Exercise], out: Console) -> None:
    """The one command for each package that exercises of these tracks lack."""
    absent = [name for one in tracks for each in one.exercises for name in missing_packages(exercises[each])]
    for package in dict.fromkeys(absent):
        out.print(Text(f"{adding(package)} adds {package}.", "yellow"), soft_wrap=True)


def _note(exercise: Exercise, stand: Standings) -> Text:
    """What is to be said of an exercise in a list: the best score, what comes before it, what it lacks."""
    absent = missing_packages(exercise)
    if absent:
        return Text(f"needs {', '.join(absent)}", "yellow")
    own = stand.of(exercise.name)
    if own.state == "passed":
        return Text()
    if own.state == "gave_up":
        return Text("given up", "dim")
    if own.best is not None:
        return Text(f"best {own.best:g} of {own.max_score:g}", "yellow")
    before = unmet(exercise, stand)
    # A name on a line of its own is not broken where there is little room.
    return Text("locked: after " + "\n".join(before) if before else "", "dim")
