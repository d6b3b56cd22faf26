"""What helps along: hints one after the other, the approach, the solution. What is opened is kept."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from grader.answer_key import told_text
from grader.catalogue import APPROACH, SOLUTION, frequent_mistakes
from grader.errors import HarnessError, UsageError
from grader.model import Exercise
from grader.practice.events import event
from grader.practice.progress import Progress
from grader.practice.standing import Standing
from grader.syntax import parse


@dataclass(frozen=True)
class OpenedHint:
    """A hint as it is opened: ``number`` of ``total``; behind the last hint stands the approach.

    ``follows`` is what the next call would open; ``not_kept`` says why it could not be kept that it was
    opened.
    """

    exercise: str
    number: int
    total: int
    text: str
    is_approach: bool = False
    follows: Literal["hint", "approach", "nothing"] = "nothing"
    not_kept: str | None = None


@dataclass(frozen=True)
class OpenedSolution:
    """The reference, and what is worth reading after a pass: other accepted styles, frequent mistakes.

    ``styles`` are (name, what it is, code), ``mistakes`` the texts that students are told. ``gave_up`` is
    set where it was opened by giving up, now or before.
    """

    exercise: str
    code: str
    approach: str
    styles: tuple[tuple[str, str, str], ...] = ()
    mistakes: tuple[str, ...] = ()
    gave_up: bool = False


class NotYet(UsageError):
    """The solution stays closed until the exercise is passed or given up; the sentence says how."""


# --------------------------------------------------------------------------- hints


def open_hint(exercise: Exercise, progress: Progress) -> OpenedHint:
    """Open the next hint, or the last again, and keep that it was opened.

    Who has passed or given up may read them all: the last is opened, and nothing is kept.
    """
    stand = progress.standings().of(exercise.name)
    last = _last(exercise)
    number = last if stand.done else min(stand.hints + 1, last)
    opened = _hint(exercise, number)
    if stand.done or number <= stand.hints:
        return opened
    try:
        progress.record(event("hint", exercise.name, number=number))
    except HarnessError as fault:
        return replace(opened, not_kept=fault.told)
    return opened


def opened_hints(exercise: Exercise, progress: Progress) -> tuple[OpenedHint, ...]:
    """The hints that are open: those opened so far, or all after a pass."""
    stand = progress.standings().of(exercise.name)
    last = _last(exercise)
    return tuple(
        _hint(exercise, number) for number in range(1, (last if stand.done else min(stand.hints, last)) + 1)
    )


def _last(exercise: Exercise) -> int:
    """The number of the last thing that can be opened."""
    return len(exercise.hints) + (exercise.folder / APPROACH).is_file()


def _hint(exercise: Exercise, number: int) -> OpenedHint:
    total = len(exercise.hints)
    if number > total:
        return OpenedHint(exercise.name, number, total, _approach(exercise), is_approach=True)
    if number < total:
        return OpenedHint(exercise.name, number, total, exercise.hints[number - 1], follows="hint")
    follows: Literal["approach", "nothing"] = "approach" if _last(exercise) > total else "nothing"
    return OpenedHint(exercise.name, number, total, exercise.hints[number - 1], follows=follows)


def _approach(exercise: Exercise) -> str:
    path = exercise.folder / APPROACH
    return path.read_text(encoding="utf-8") if path.is_file() else ""


# --------------------------------------------------------------------------- the solution


def open_solution(exercise: Exercise, progress: Progress, *, give_up: bool = False) -> OpenedSolution:
    """Open the solution if the exercise is passed, or with ``give_up``, which is kept.

    Raises
    ------
    NotYet
        The exercise is not passed.
    UsageError
        The pack holds no solutions.
    HarnessError
        That it was given up cannot be kept.
    """
    folder = exercise.solution_folder
    if folder is None:
        raise UsageError(
            f"this pack holds no solutions, so that of {exercise.name} cannot be shown here. "
            f"`kata hint {exercise.name}` gives a hint."
        )
    stand = progress.standings().of(exercise.name)
    solved = stand.solved_at is not None
    if not solved and stand.gave_up_at is None:
        if not give_up:
            raise NotYet(_not_yet(exercise, stand))
        progress.record(event("gave_up", exercise.name))
    return OpenedSolution(
        exercise.name,
        (folder / SOLUTION).read_text(encoding="utf-8"),
        _approach(exercise),
        styles=_styles(folder) if solved else (),
        mistakes=_mistakes(exercise, folder) if solved else (),
        gave_up=not solved,
    )


def _not_yet(exercise: Exercise, stand: Standing) -> str:
    """Why the solution stays closed, how far one is, and what opens it."""
    name, total = exercise.name, len(exercise.hints)
    told = [f"best {stand.best:g} of {stand.max_score:g} points"] if stand.best is not None else []
    told.append(f"{min(stand.hints, total)} of {total} hints open")
    if stand.passed_at is not None:
        return (
            f"of {name} you have passed the visible examples until now, where there were no hidden checks. "
            f"`kata check {name}` runs those, too; `kata solution {name} --give-up` shows the solution now, "
            "which is kept in your progress."
        )
    follows = "the approach" if stand.hints >= total else "the next hint"
    return (
        f"{name} is not passed yet ({', '.join(told)}). `kata hint {name}` gives {follows}; "
        f"`kata solution {name} --give-up` shows the solution, which is kept in your progress."
    )


def _styles(folder: Path) -> tuple[tuple[str, str, str], ...]:
    """The other right answers: the name, the first sentence on it, the code."""
    found = []
    for path in sorted((folder / "accepted").glob("*.py")):
        code = path.read_text(encoding="utf-8")
        found.append((path.stem, _first_sentence(code), code))
    return tuple(found)


def _first_sentence(code: str) -> str:
    try:
        text = " ".join((ast.get_docstring(parse(code)) or "").split())
    except SyntaxError:  # its author hears of it from `kata verify`
        return ""
    sentence, stop, _ = text.partition(". ")
    return sentence + stop.strip()


def _mistakes(exercise: Exercise, folder: Path) -> tuple[str, ...]:
    paths = [folder / "mistakes" / f"{stem}.py" for stem in frequent_mistakes(exercise)]
    return tuple(told_text(path, path.read_text(encoding="utf-8")) for path in paths)
