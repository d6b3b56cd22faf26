"""How exercises and tracks look in the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.frozen import Comparison
from grader.model import Exercise, Track
from grader.needs import missing_packages
from grader.text import GENERAL_COMPARISON


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


def show_track(track: Track, exercises: Mapping[str, Exercise], out: Console, *, page: bool) -> None:
    """The exercises of a track in their order; as a page, what it is about as well."""
    out.print(Text(f"Track {track.name}" + (f": {track.title}" if page else ""), "bold"))
    if page and track.about:
        for paragraph in track.about.split("\n\n"):
            out.print(Padding(Text(" ".join(paragraph.split())), (1, 0, 0, 2)))
        out.print()
    table = Table(box=None, pad_edge=False, show_header=False)
    for no_wrap in (True, True, True, False, False):
        table.add_column(no_wrap=no_wrap)
    for place, name in enumerate(track.exercises, start=1):
        exercise = exercises[name]
        absent = missing_packages(exercise)
        note = f"needs {', '.join(absent)}: pip install 'kata-grader[{absent[0]}]'" if absent else ""
        table.add_row(f"  {place}", name, exercise.difficulty, Text(exercise.title), Text(note, "yellow"))
    out.print(table)
