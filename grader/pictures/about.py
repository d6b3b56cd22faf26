"""What an exercise is about, as a picture: its author's, or the answers to its visible examples."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any, get_args

import numpy as np

from grader.answer_key import trusted_task
from grader.catalogue import PICTURE, PICTURE_FUNCTION, SOLUTION, compile_picture
from grader.errors import HarnessError, PackError
from grader.judge import case_parts, places
from grader.model import Case, Check, Exercise, Key, Load, Mapping, Observation, Sequence, Text, Value
from grader.needs import require_packages
from grader.pictures.panels import Levels, Panel, Picture, axis_names, numbers, signed, size, table
from grader.seam import Worker
from grader.syntax import parse

MAX_PANELS = 4
TEXTS = ("title", "rows", "columns")
OPTIONAL = ("levels", "scale")
LEVELS = tuple(level for level in get_args(Levels) if level != "difference")


def has_picture(exercise: Exercise) -> bool:
    """Whether there is an author's picture, and a reference to make it of."""
    return exercise.solution_folder is not None and (exercise.folder / PICTURE).is_file()


def authors_picture(exercise: Exercise, worker: Worker) -> Picture:
    """What the author's function `picture` gives of the reference.

    Raises
    ------
    PackError
        It fails, or what it gives is no list of panels; the sentence says how.
    HarnessError
        It could not be run.
    """
    require_packages(exercise)
    value = _run(exercise, worker)
    if not isinstance(value, Sequence) or not 1 <= len(value.items) <= MAX_PANELS:
        raise PackError(
            f"{exercise.name}: {PICTURE} should return a list of 1 to {MAX_PANELS} panels, each a dict."
        )
    panels = tuple(
        _panel(item, f"{exercise.name}: {PICTURE}: panel {i + 1}") for i, item in enumerate(value.items)
    )
    return Picture(f"{exercise.name}: {exercise.title}", panels)


def _run(exercise: Exercise, worker: Worker) -> Value:
    """What the function returned, run in a worker on the reference as a probe without a case is."""
    assert exercise.solution_folder is not None
    text = _source(exercise)
    probes = compile_picture(text, exercise.name)
    check = Check(PICTURE, 0.0, "visible", 0, PICTURE_FUNCTION, (Case(PICTURE, (), ()),))
    source = (exercise.solution_folder / SOLUTION).read_text(encoding="utf-8")
    task = trusted_task(Key(exercise, 0, (check,), probes, ()), SOLUTION, source)
    # A worker that tells of an absent name is believed only where somebody asked for it.
    asked = {node.attr for node in ast.walk(parse(text)) if isinstance(node, ast.Attribute)}
    task = replace(task, entry_points=(*task.entry_points, *sorted(asked - set(task.entry_points))))
    seen = list(worker.run(task))
    told = next((item for item in seen if isinstance(item, Observation)), None)
    if told is not None and told.value is not None:
        return told.value
    load = next((item for item in seen if isinstance(item, Load)), None)
    last = told or load
    if last is None:
        raise HarnessError(f"{exercise.name}: the worker told nothing of {PICTURE}")
    if last.error is not None:
        raise PackError(f"{exercise.name}: {PICTURE} fails: {last.error.name}: {last.error.message}")
    how = f"{last.outcome.value} {last.detail}".rstrip()
    raise PackError(f"{exercise.name}: {PICTURE} did not run to its end: {how}")


def _source(exercise: Exercise) -> str:
    try:
        return (exercise.folder / PICTURE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise PackError(f"{exercise.name}: {PICTURE} cannot be read: {fault}") from None


def _panel(value: Value, where: str) -> Panel:
    """A panel as its author gave it; raises `PackError`."""
    if not isinstance(value, Mapping):
        raise PackError(f"{where} is no dict.")
    held = {name.value: item for name, item in value.items if isinstance(name, Text)}
    known = (*TEXTS, "values", *OPTIONAL)
    if len(held) < len(value.items) or not set(held) <= set(known):
        raise PackError(f"{where} may have the keys {', '.join(known)} and no other.")
    texts = {name: _text(held.get(name), name, where) for name in TEXTS}
    levels = _text(held["levels"], "levels", where) if "levels" in held else "sequential"
    if levels not in LEVELS:
        raise PackError(f"{where}: `levels` is one of {', '.join(LEVELS)}.")
    scale = _text(held["scale"], "scale", where) if "scale" in held else ""
    return Panel(**texts, values=_values(held.get("values"), where), levels=levels, scale=scale)  # type: ignore[arg-type]


def _text(value: Value | None, name: str, where: str) -> str:
    if not isinstance(value, Text) or not value.value.strip():
        raise PackError(f"{where}: `{name}` should be a text.")
    return value.value


def _values(value: Value | None, where: str) -> Any:
    shown = numbers(value)
    if shown is None or shown.names or shown.array.ndim not in (1, 2):
        raise PackError(f"{where}: `values` should be numbers on one or two axes, and not empty.")
    array = shown.array.astype("float64")
    if not np.isfinite(array).all():
        raise PackError(f"{where}: `values` holds a number that is not finite.")
    return array


def expected_picture(key: Key) -> Picture | None:
    """The answers to the first visible examples; None if none of them is made of numbers."""
    exercise = key.exercise
    panels: list[Panel] = []
    for place, seen in places(key.expected).items():
        check = key.checks[place[0]]
        if check.visibility == "visible" and len(panels) < MAX_PANELS:
            case = check.cases[place[1]]
            panels += _answer(exercise, case, seen)
    title = f"{exercise.name}: {exercise.title}"
    return Picture(title, tuple(panels), "the answers to its visible examples") if panels else None


def _answer(exercise: Exercise, case: Case, seen: Observation) -> list[Panel]:
    """The first part of an example that has numbers to draw."""
    for part in case_parts(case, seen, seen) if seen.value is not None else ():
        shown = numbers(part.expected)
        if shown is not None:
            axes = axis_names(exercise, part.name, shown.array.ndim)
            title = f"{case.label} ({size(shown.array)})" if not shown.names else case.label
            return [table(title, shown, axes, levels=signed(shown.array))]
    return []
