"""The pictures that authors give of what their exercises are about: drawn once, by the worker, and kept."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from grader.errors import KataError
from grader.model import Exercise
from grader.web.running import Runner

if TYPE_CHECKING:
    from grader.markup import Markup
    from grader.practice.checking import Practice

WAIT_S = 30.0
# How often whoever waits looks whether the server ends.
LOOK_S = 0.1


class Pictures:
    """Pictures by exercise. ``None`` stands for one that cannot be drawn."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._lock = threading.Lock()
        self._drawn: dict[str, Markup | None] = {}
        self._coming: dict[str, threading.Event] = {}

    def known(self, exercise: Exercise) -> Markup | None:
        """The picture, if it was drawn already."""
        return self._drawn.get(exercise.name)

    def drawn(self, exercise: Exercise) -> Markup | None:
        """The picture, drawn now if need be; None if there is none, or it takes too long."""
        from grader.pictures.about import has_picture

        name = exercise.name
        with self._lock:
            if name in self._drawn or not has_picture(exercise):
                return self._drawn.get(name)
            coming = self._coming.get(name)
            if coming is None:
                coming = self._coming[name] = threading.Event()
                self._runner.chore(lambda practice: self._draw(exercise, practice, coming))
        until = time.monotonic() + WAIT_S
        while not coming.wait(LOOK_S) and not self._runner.ended and time.monotonic() < until:
            pass
        return self._drawn.get(name)

    def _draw(self, exercise: Exercise, practice: Practice, coming: threading.Event) -> None:
        from grader.fragments.heatmap import picture_html
        from grader.pictures.about import authors_picture

        try:
            self._drawn[exercise.name] = picture_html(authors_picture(exercise, practice.worker), "about")
        except KataError:  # a package is missing, or its author's file is broken: `kata verify` tells of that
            self._drawn[exercise.name] = None
        finally:
            self._coming.pop(exercise.name, None)
            coming.set()
