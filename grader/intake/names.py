"""Which exercise a file answers: by its name, by the folder it lies in, or by what its code defines."""

from __future__ import annotations

import enum
import re
import unicodedata
from collections.abc import Mapping
from pathlib import PurePath

from grader.intake.decoding import NotReadable
from grader.intake.notebook import cells_of, is_notebook
from grader.model import Exercise


class Match(enum.IntEnum):
    """How a file was matched with an exercise, the surest first."""

    EXACT = 0
    COPY = 1
    WORDS = 2
    FOLDER = 3
    CODE = 4


# What file managers, browsers, Canvas, Drive and Jupyter add to the name of a second copy.
_COPY_MARKS = (
    re.compile(r"[ _-]*\((?:(?:copy|kopie|copie|copia) ?)?\d{0,3}\)$"),
    re.compile(r"[ _-]+(?:copy|kopie|copie|copia)[ _-]?\d{0,3}$"),
    re.compile(r"-\d{1,2}$"),
    re.compile(r"-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$"),
    re.compile(r"^(?:copy|kopie|copie|copia)[ _-](?:of|von|de|di)[ _-]+"),
)

# Names that say neither who nor what, of files and of the folders that students sort them into.
_NEUTRAL = re.compile(
    r"(?:(?:my|the|new|old|final|all|first|second)_)?"
    r"(?:solutions?|submissions?|submitted|answers?|assignments?|homeworks?|hw|work|week|lab|task|tasks|exercises?"
    r"|problems?|ps|project|code|src|source|main|program|script|notebooks?|untitled|python|py|files?|part"
    r"|attempt|try|draft|final|version|v|new|old|latest|data|readme|notes?|instructions"
    r"|requirements|utils?|helpers?|stub|examples?)"
    r"(?:_?\d{1,3}[a-z]?)?(?:_(?:final|new|old|v?\d{1,3}))?"
)

_DEFINED = re.compile(r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)


def normalised(stem: str) -> str:
    """Lower-case the name, with ``_`` for blanks, hyphens and all else that is no letter or digit."""
    return re.sub(r"[\W_]+", "_", unicodedata.normalize("NFKC", stem).casefold()).strip("_")


def without_copy_marks(stem: str) -> str:
    """Take off what was added to a copy's name: " (1)", "-1", "_copy", " - Copy", "-Copy1", "Copy of"."""
    stem = unicodedata.normalize("NFKC", stem).casefold().strip()
    for _ in range(4):
        before = stem
        for mark in _COPY_MARKS:
            stem = mark.sub("", stem) or stem
        if stem == before:
            break
    return stem


def is_neutral(name: str) -> bool:
    """Whether the name of a file (without its ending) or a folder says neither who nor what."""
    return _NEUTRAL.fullmatch(normalised(without_copy_marks(name))) is not None


class ExerciseNames:
    """The names and entry points of a pack, for looking up what a file answers."""

    def __init__(self, exercises: Mapping[str, Exercise]) -> None:
        self.names = tuple(exercises)
        self._exact = {normalised(name): name for name in exercises}
        self._words = {name: normalised(name).split("_") for name in exercises}
        self._entry_points = {name: frozenset(exercise.entry_points) for name, exercise in exercises.items()}
        self._stubs = {name: exercise.folder / "stub.py" for name, exercise in exercises.items()}
        self._known: dict[str, tuple[tuple[str, ...], Match]] = {}

    def stub(self, name: str) -> str | None:
        """Return what students of an exercise begin with, if it can be read."""
        try:
            return self._stubs[name].read_text(encoding="utf-8")
        except (OSError, ValueError):
            return None

    def exact(self, stem: str) -> str | None:
        """Return the exercise whose name this is, up to case and punctuation."""
        return self._exact.get(normalised(stem))

    def by_name(self, stem: str) -> tuple[tuple[str, ...], Match]:
        """Return the exercises that a stem or a folder names, and how."""
        if stem not in self._known:  # the names of folders come again and again
            self._known[stem] = self._by_name(stem)
        return self._known[stem]

    def _by_name(self, stem: str) -> tuple[tuple[str, ...], Match]:
        if exact := self.exact(stem):
            return (exact,), Match.EXACT
        if copy := self.exact(without_copy_marks(stem)):
            return (copy,), Match.COPY
        return self._within(normalised(stem).split("_")), Match.WORDS

    def _within(self, words: list[str]) -> tuple[str, ...]:
        """Exercises named by neighbouring whole words; one inside a longer one does not count."""
        if words[0] in ("test", "tests") or words[-1] in ("test", "tests"):
            return ()  # a student's own tests, not the answer
        spans = [
            (start, start + len(wanted), name)
            for name, wanted in self._words.items()
            for start in range(len(words) - len(wanted) + 1)
            if words[start : start + len(wanted)] == wanted
        ]
        named = {
            name
            for start, end, name in spans
            if not any(s <= start and end <= e and e - s > end - start for s, e, _ in spans)
        }
        return tuple(name for name in self.names if name in named)

    def by_path(self, path: PurePath) -> tuple[tuple[str, ...], Match]:
        """Return the exercises that a file's name says, else those of the nearest folder that says one."""
        found, how = self.by_name(path.stem)
        if found:
            return found, how
        for folder in reversed(path.parent.parts):
            found, _ = self.by_name(folder)
            if found:
                return found, Match.FOLDER
        return (), Match.FOLDER

    def by_code(self, code: str) -> tuple[str, ...]:
        """Return the exercises of which the code defines an entry point at its top level."""
        defined = set(_DEFINED.findall(code))
        return tuple(name for name, points in self._entry_points.items() if points & defined)


def exercise_for(path: PurePath, text: str | None, exercises: Mapping[str, Exercise]) -> tuple[str, ...]:
    """Say which exercises a file answers.

    Parameters
    ----------
    path
        The file; its name and the folders in this path count, so give it relative to what was
        handed in.
    text
        What it holds, Python code or a notebook's JSON; None to go by the names alone.
    exercises
        The exercises of the pack by name.

    Returns
    -------
    tuple[str, ...]
        What the file's own name says (exactly, as a copy, or by whole words within it), else what
        the nearest folder says, else every exercise of which the code defines an entry point; empty
        if nothing matches.
    """
    names = ExerciseNames(exercises)
    found, _ = names.by_path(path)
    if found or text is None:
        return found
    if is_notebook(text):
        try:
            sources, _ = cells_of(text)
        except NotReadable:
            return ()
        text = "\n".join(sources)
    return names.by_code(text)
