"""What keys do while a folder is watched: help, the next exercise, the list, a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from grader.catalogue import Pack
from grader.errors import KataError
from grader.model import Exercise, Track
from grader.practice.checking import Checked
from grader.practice.events import event
from grader.practice.helping import OpenedHint, OpenedSolution, open_hint, open_solution, opened_hints
from grader.practice.laying import LaidOut, Layout, lay_out
from grader.practice.progress import Progress
from grader.practice.standing import Standings, next_exercise

if TYPE_CHECKING:
    from grader.pictures.panels import Panel

NOTHING_NEXT = "There is no further exercise that is open now; l shows the list."
NOT_CHECKED = "There is nothing to draw yet: save your answer first."


@dataclass(frozen=True)
class Watched:
    """What is watched: a folder of answers, for the exercises of a pack.

    ``pack_folder`` is set where the pack is another than the one that comes with kata, and ``exercise`` is
    the one to begin with, if one is named.
    """

    folder: Path
    pack: Pack
    pack_folder: Path | None = None
    exercise: str | None = None


class Teller(Protocol):
    """What tells of it all: plain lines, one after the other."""

    def begins(self, watched: Watched, stand: Standings | None, *, keyed: bool) -> None:
        """Where and what is watched, where the user stands, and which keys there are."""

    def keys(self) -> None:
        """Which keys there are."""

    def says(self, sentence: str, path: str = "") -> None:
        """Something in one sentence, about a file if one is given."""

    def checked(self, checked: Checked) -> None:
        """What came of a check."""

    def asks(self, checked: Checked, next_exercise: str | None, *, keyed: bool) -> None:
        """What can be done after it; ``next_exercise`` is the one to go on to after a pass."""

    def hint(self, opened: OpenedHint) -> None:
        """A hint that was opened."""

    def hints(self, opened: Sequence[OpenedHint]) -> None:
        """All hints, of an exercise that is done."""

    def solution(self, opened: OpenedSolution) -> None:
        """The solution."""

    def track(self, track: Track, pack: Pack, stand: Standings) -> None:
        """The exercises of a track, and where the user stands in it."""

    def picture(self, told: str, panel: Panel | None) -> None:
        """A map of the wrong entries."""

    def laid_out(self, exercise: Exercise, laid: LaidOut, layout: Layout) -> None:
        """A new exercise to work on."""


class Actions:
    """What keys do. Each may raise a `KataError`, whose sentence is told."""

    def __init__(self, watched: Watched, progress: Progress, teller: Teller) -> None:
        self._watched = watched
        self._progress = progress
        self._teller = teller

    def stand(self, at_hand: str | None) -> Standings | None:
        """Where the user stands, with the exercise at hand; None if that cannot be read."""
        try:
            return self._stand(at_hand)
        except KataError:
            return None

    def _stand(self, at_hand: str | None) -> Standings:
        stand = self._progress.standings()
        return replace(stand, current=at_hand or stand.current)

    def hint(self, exercise: Exercise) -> None:
        """Open the next hint, or show them all once the exercise is done."""
        if self._progress.standings().of(exercise.name).done:
            self._teller.hints(opened_hints(exercise, self._progress))
            return
        opened = open_hint(exercise, self._progress)
        self._teller.hint(opened)
        if opened.not_kept is not None:
            self._teller.says(opened.not_kept)

    def solution(self, exercise: Exercise) -> None:
        """Open the solution, if that is allowed by now."""
        self._teller.solution(open_solution(exercise, self._progress))

    def list_track(self, exercise: Exercise) -> None:
        """Show the track that an exercise belongs to."""
        pack = self._watched.pack
        for track in pack.tracks:
            if exercise.name in track.exercises:
                self._teller.track(track, pack, self._stand(exercise.name))
                return
        self._teller.says(f"{exercise.name} belongs to no track; `kata list` shows all exercises.")

    def picture(self, checked: Checked | None) -> None:
        """Draw what is wrong in the answer that was checked last."""
        if checked is None:
            self._teller.says(NOT_CHECKED)
            return
        from grader.pictures.compared import mapped

        self._teller.picture(*mapped(checked.key, checked.evidence))

    def following(self, at_hand: str | None) -> str | None:
        """The exercise to go on to."""
        stand = self.stand(at_hand)
        return next_exercise(self._watched.pack, stand) if stand is not None else None

    def go_on(self, at_hand: str | None, layout: Layout) -> LaidOut | None:
        """Lay out the next exercise."""
        name = next_exercise(self._watched.pack, self._stand(at_hand))
        if name is None:
            self._teller.says(NOTHING_NEXT)
            return None
        watched = self._watched
        exercise = watched.pack.exercise(name)
        laid = lay_out(exercise, watched.folder, layout=layout, pack=watched.pack_folder)
        self._teller.laid_out(exercise, laid, layout)
        try:
            self._progress.record(event("started", name))
            self._progress.remember(watched.folder.absolute())
        except KataError as fault:
            self._teller.says(fault.told)
        return laid
