"""Tours: a notebook to read about a track, with the data that it draws, laid out in a workspace.

A pack keeps them in `exercises/`: TRACK_tour.py and, beside it, files of that name with other endings.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grader.catalogue import Pack
from grader.errors import UsageError
from grader.model import Track
from grader.practice.laying import not_laid_out, require_places, workspace_marker
from grader.practice.workspace import MARKER, workspace_in
from grader.practice.writing import Taken, all_or_nothing

ENDING = "_tour"


@dataclass(frozen=True)
class Tour:
    """The tour of a track: the notebook, and the files that it reads."""

    track: Track
    notebook: Path
    data: tuple[Path, ...]


@dataclass(frozen=True)
class LaidOutTour:
    """A tour in a workspace.

    Attributes
    ----------
    notebook
        The file to open.
    new
        Whether a file was written.
    kept
        Files that were there and hold something else; they are as they were.
    """

    notebook: Path
    new: bool
    kept: tuple[Path, ...]


def tours_of(pack: Pack) -> list[Tour]:
    """The tours of a pack, in the order of its tracks."""
    folder = pack.folder / "exercises"
    try:
        files = sorted(path for path in folder.iterdir() if path.is_file())
    except OSError as fault:
        raise UsageError(f"{folder} cannot be read: {fault.strerror}.") from None
    found = []
    for track in pack.tracks:
        notebook = folder / f"{track.name}{ENDING}.py"
        if notebook in files:
            data = tuple(path for path in files if path.stem == notebook.stem and path != notebook)
            found.append(Tour(track, notebook, data))
    return found


def tour_of(track: str, pack: Pack) -> Tour:
    """The tour of a track; raises `UsageError` with those that there are."""
    tours = tours_of(pack)
    for tour in tours:
        if tour.track.name == track:
            return tour
    known = ", ".join(tour.track.name for tour in tours)
    there_is = f"There is one of {known}." if known else "This pack has none."
    raise UsageError(f"there is no tour of {track}. {there_is}")


def lay_out_tour(tour: Tour, folder: Path, *, pack: Path | None = None) -> LaidOutTour:
    """Write a tour to a folder of its own in a workspace, which is made if it is not there.

    A file that is there already is never written over.

    Parameters
    ----------
    tour
        The tour.
    folder
        The workspace.
    pack
        The pack that a new workspace is to remember.

    Raises
    ------
    UsageError
        It cannot be written; then nothing was changed.
    """
    own = folder / tour.notebook.stem
    try:
        wanted = {own / path.name: path.read_bytes() for path in (*tour.data, tour.notebook)}
        require_places(folder, own, (path.name for path in wanted))
        there = [path for path in wanted if path.is_file()]
        kept = tuple(path for path in there if path.read_bytes() != wanted[path])
        missing = [path for path in wanted if path not in there]
        if missing:
            with all_or_nothing() as writing:
                writing.make_folder(own)
                if workspace_in(folder) is None:
                    writing.stage(folder / MARKER, workspace_marker(folder, pack))
                for path in missing:
                    writing.stage(path, wanted[path])
                writing.finish()
    except Taken as fault:
        raise UsageError(
            f"{fault.path} was saved in this moment, and is left as it is. Run the command again."
        ) from None
    except OSError as fault:
        raise not_laid_out(f"the tour of {tour.track.name}", folder, fault) from None
    return LaidOutTour(own / tour.notebook.name, bool(missing), kept)
