"""Where the code of an answer may be: the cells that ran, or a file. Nothing is judged, or even read closely.

The answer is named, not cut out: the names that hold it now hold it again once all cells have run anew.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from grader.notebook import ipython_cells, marimo_cells
from grader.notebook.faults import CannotCheck
from grader.notebook.messages import Found, FromFile


def places_of(exercise: str, answers: Sequence[Any]) -> tuple[Found, ...]:
    """The places where functions or classes may be found, best first; none if there is no name for them.

    Raises
    ------
    CannotCheck
        Their only name is one that marimo keeps to a cell.
    """
    caller = _caller()
    found = list(_in_notebook(exercise, answers, caller))
    own = {_own_file(answer) for answer in answers}
    for file, names in [
        *((file, _own_names(answers)) for file in own if len(own) == 1),
        _asking(answers, caller),
    ]:
        if file is not None and all(names):
            found.append(Found(FromFile(file, _line_that_runs(file, caller)), tuple(names)))
    if not found:
        _require_no_private(answers)
    return tuple(dict.fromkeys(found))


def _in_notebook(exercise: str, answers: Sequence[Any], caller: FrameType | None) -> Iterator[Found]:
    for cells in (ipython_cells.running(caller), marimo_cells.running()):
        if cells is not None:
            names = [_name_in(cells.namespace, answer, exercise) for answer in answers]
            if all(names):
                yield Found(cells.place, tuple(names))


def _name_in(namespace: Mapping[str, Any], answer: Any, exercise: str = "") -> str:
    """A name that holds an object; empty if none does."""
    own = getattr(answer, "__name__", None)
    likely = [name for name in (own, exercise) if isinstance(name, str)]
    with contextlib.suppress(RuntimeError):  # another thread sets names meanwhile
        likely += [name for name in tuple(namespace) if not str(name).startswith("_")]
    return next(
        (
            name
            for name in likely
            if name and namespace.get(name) is answer and not marimo_cells.private(name)
        ),
        "",
    )


def _require_no_private(answers: Sequence[Any]) -> None:
    for answer in answers:
        if own := marimo_cells.private(getattr(answer, "__name__", "")):
            raise CannotCheck(
                f"marimo keeps names that begin with _ to their cell, so that `{own}` cannot be found: call "
                f"it something else, or give it another name in its cell (answer = {own}), and check that."
            )


def _own_file(answer: Any) -> str | None:
    """The file that something is written in; None if it is written in none."""
    with contextlib.suppress(TypeError, ValueError, OSError):
        return _python_file(inspect.getsourcefile(inspect.unwrap(answer)))
    return None


def _own_names(answers: Sequence[Any]) -> list[str]:
    """What they are called where they are written."""
    names = []
    for answer in answers:
        module = sys.modules.get(str(getattr(answer, "__module__", "")))
        names.append(_name_in(vars(module), answer) if module is not None else "")
    return names


def _asking(answers: Sequence[Any], caller: FrameType | None) -> tuple[str | None, list[str]]:
    """The file that asks, and what it calls them."""
    if caller is None:
        return None, []
    file = caller.f_globals.get("__file__")
    names = [_name_in(caller.f_globals, answer) for answer in answers]
    return _python_file(file if isinstance(file, str) else None), names


def _line_that_runs(file: str, caller: FrameType | None) -> int:
    """The line of a file that runs now, as a script or as it is imported; 0 if it ran to its end."""
    while caller is not None:
        code = caller.f_code
        if code.co_name == "<module>" and _python_file(code.co_filename) == file:
            return caller.f_lineno
        caller = caller.f_back
    return 0


def _python_file(path: str | None) -> str | None:
    if path is None or not path.endswith(".py"):
        return None
    file = Path(path)
    return str(file.absolute()) if file.is_file() else None


def _caller() -> FrameType | None:
    """The nearest frame that is not of this package."""
    frame: FrameType | None = sys._getframe()
    while frame is not None and str(frame.f_globals.get("__name__", "")).partition(".")[0] == "grader":
        frame = frame.f_back
    return frame


def in_words(answer: Any) -> str:
    """What something is, for who passed it."""
    name = getattr(answer, "__name__", "")
    if isinstance(answer, functools.partial):
        return "a functools.partial"
    if name == "<lambda>":
        return "a lambda"
    return f"`{name}`" if isinstance(name, str) and name else f"an object of type {type(answer).__name__}"
