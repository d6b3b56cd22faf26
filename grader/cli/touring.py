"""The command that lays out a tour, a notebook to read about a track: tour."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from grader.cli.beginning import into_option, open_beginning
from grader.cli.completing import complete_tracks
from grader.cli.session import open_place, pack_option, require_track


@click.command()
@click.argument("track", required=False, shell_complete=complete_tracks)
@into_option
@pack_option
def tour(track: str | None, into: Path | None, pack_folder: Path | None) -> int:
    """Lay out the tour of a track: a notebook with pictures, to read before or between the exercises.

    It goes to TRACK_tour/ in the workspace that `kata start` would choose; what is there already is never
    overwritten. It is read with marimo. Without TRACK, the tours that there are.

    \b
    Examples:
      kata tour
      kata tour positions
      kata tour positions --into practice
    """
    from grader.practice.tours import lay_out_tour, tour_of, tours_of
    from grader.terminal.beginning import show_workspace
    from grader.terminal.screen import console
    from grader.terminal.touring import show_tour, show_tours

    out = console()
    if track is None:
        show_tours(tours_of(open_place(pack_folder).pack), out)
        return 0
    beginning = open_beginning(into, "py", False, pack_folder)
    pack, folder = beginning.place.pack, beginning.chosen.folder
    require_track(track, pack)
    chosen = tour_of(track, pack)
    laid = lay_out_tour(chosen, folder, pack=beginning.pack_to_keep)
    beginning.kept.ask(lambda: beginning.kept.progress.remember(folder), None)
    show_workspace(folder, beginning.about_workspace(new=laid.new), out)
    show_tour(chosen, laid, tuple(_adding()), out)
    return 0


def _adding() -> Iterator[tuple[str, str]]:
    """What is not installed, and the one command that adds it."""
    from importlib.util import find_spec

    from grader.needs import adding

    absent = [package for package in ("marimo", "matplotlib") if find_spec(package) is None]
    if absent:
        yield f"It needs {' and '.join(absent)}", adding("notebook")
    if find_spec("torch") is None:
        yield "Without torch it leaves out what the grader says of five programs", adding("torch")
