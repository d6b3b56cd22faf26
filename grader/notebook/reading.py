"""From what a notebook sent to a submission: which place holds the answer, and under which name."""

from __future__ import annotations

import hashlib
import re
import symtable
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from grader.errors import UsageError
from grader.intake import marimo, notebook
from grader.intake.decoding import MAX_CODE_BYTES
from grader.intake.imports import imports_apart
from grader.intake.notebook import units_of
from grader.intake.own_files import read_own_file, with_own_files
from grader.intake.parsing import MAX_CHARACTERS, syntax_tree
from grader.model import Exercise, Submission, Unit
from grader.notebook.messages import Found, FromCells, FromFile, FromText, Request, Typed
from grader.notebook.parts import before_line, definitions, only_defines, running_block

NAMED = "the name that was checked"
_STAR = re.compile(r"^\s*from\s.+\simport\s*\*", re.MULTILINE)


def read(request: Request, exercise: Exercise) -> Submission:
    """The submission that a request is about.

    Raises
    ------
    UsageError
        The code is nowhere to be found, or is too much.
    """
    for found in request.found:
        submission = _submission(found, exercise, Path(request.folder))
        if _holds(submission, found.names):
            return _bound(submission, found, exercise)
    raise UsageError(_nowhere(request))


def _submission(found: Found, exercise: Exercise, folder: Path) -> Submission:
    place = found.place
    if isinstance(place, FromFile):
        read = read_own_file(Path(place.path), exercise.name, shown=Path(place.path).name)
        units = tuple(Unit(unit.label, _before(unit.source, place.before, found)) for unit in read.units)
        return replace(read, units=units) if place.before else read
    if isinstance(place, FromText):
        return _of_units((Unit("source", place.text),), exercise, "source", cells=False)
    submission = _of_units(_units(place, found), exercise, "notebook", cells=True)
    return with_own_files(submission, folder / f"{exercise.name}.ipynb")


def _units(place: FromCells, found: Found) -> tuple[Unit, ...]:
    """What the cells do. What is left out of it was done in the notebook, so that nothing is said of it."""
    if place.plain:
        units = tuple(Unit(cell.label, cell.text) for cell in place.cells)
    else:
        units, _ = units_of((cell.label, cell.text) for cell in place.cells)
        parts = {cell.label: cell for cell in place.cells if cell.before or cell.interrupted}
        units = tuple(
            _part(unit, parts[unit.label], found) if unit.label in parts else unit for unit in units
        )
    kept = _bounded(_once([unit for unit in units if unit.source.strip()]))
    return (marimo.PRELUDE if place.plain else notebook.PRELUDE, *imports_apart(kept))


def _part(unit: Unit, cell: Typed, found: Found) -> Unit:
    source = _before(unit.source, cell.before, found)
    return Unit(unit.label, definitions(source) if cell.interrupted else source)


def _before(source: str, line: int, found: Found) -> str:
    """What was run before a line; raises `UsageError` if the block that runs sets what is checked."""
    if not line:
        return source
    if names := set_by(running_block(source, line), set(found.names)):
        raise UsageError(
            f"`{min(names)}` is set in the block that asks for its check, of which only a part has run: put "
            "the check behind the block, or in a cell of its own."
        )
    return before_line(source, line)


def _once(units: Sequence[Unit]) -> list[Unit]:
    """Without cells that define what the next one defines as well: it is the same cell, run again."""
    following = [*(unit.source for unit in units[1:]), None]
    return [
        unit
        for unit, after in zip(units, following, strict=True)
        if unit.source != after or not only_defines(unit.source)
    ]


def _bounded(units: list[Unit]) -> list[Unit]:
    """Without the oldest of equal cells, where they are too much all together."""
    room = MAX_CODE_BYTES - sum(len(unit.source.encode("utf-8", "replace")) for unit in units)
    if room >= 0:
        return units
    kept: list[Unit] = []
    later = {unit.source: index for index, unit in enumerate(units)}
    for index, unit in enumerate(units):
        if room < 0 and later[unit.source] != index:
            room += len(unit.source.encode("utf-8", "replace"))
        else:
            kept.append(unit)
    if room < 0:
        raise UsageError(
            f"the cells that ran hold more than {MAX_CODE_BYTES >> 20} MB of code: restart the notebook, and "
            "run those alone that the answer needs."
        )
    return kept


def _of_units(units: tuple[Unit, ...], exercise: Exercise, shown: str, *, cells: bool) -> Submission:
    digest = hashlib.sha256()
    for unit in units:
        digest.update(unit.source.encode("utf-8", "replace") + b"\0")
    return Submission(
        shown, "", exercise.name, units=units, cells=cells, digest=f"sha256:{digest.hexdigest()}"
    )


# --------------------------------------------------------------------------- names


def _holds(submission: Submission, names: Iterable[str]) -> bool:
    """Whether code sets these names, as far as can be told without running it."""
    if submission.problem is not None:
        return True  # the result says what it is
    left = set(names)
    for unit in submission.units:
        if not left:
            break
        left -= set_by(unit.source, left)
    return not left


def set_by(source: str, names: set[str]) -> set[str]:
    """Which of some names a piece of code sets for all others."""
    if not any(name in source for name in names) and not _STAR.search(source):
        return set()
    if len(source) > MAX_CHARACTERS:
        return {name for name in names if name in source}
    if syntax_tree(source) is None:
        return set()
    waiting = [symtable.symtable(source, "<cell>", "exec")]
    found = set(names) if _STAR.search(source) else set()
    top = True
    while waiting:
        scope = waiting.pop()
        for symbol in scope.get_symbols():
            if (symbol.is_assigned() or symbol.is_imported()) and (top or symbol.is_declared_global()):
                found.add(symbol.get_name())
        waiting += scope.get_children()
        top = False
    return found & names


def _bound(submission: Submission, found: Found, exercise: Exercise) -> Submission:
    """With the names that the exercise asks for, where the answers have others."""
    names, asked = found.names, exercise.entry_points
    if set(names) <= set(asked):
        return submission
    if len(names) != len(asked):
        raise UsageError(
            f"{exercise.name} asks for {' and '.join(asked)}: pass "
            f"{'it' if len(asked) == 1 else 'them in this order'}, or call yours the same."
        )
    for name, own in zip(asked, names, strict=True):
        if name != own and any(_uses_later(unit.source, name) for unit in submission.units):
            raise UsageError(
                f"your code calls `{name}` itself, so `{own}` cannot be checked in its place: call what is "
                f"to be checked `{name}`, and the other one something else."
            )
    unit = Unit(NAMED, f"{', '.join(asked)} = {', '.join(names)}\n")
    return replace(submission, units=(*submission.units, unit))


def _uses_later(source: str, name: str) -> bool:
    """Whether a function or class asks for a name of the whole code when it is called."""
    if name not in source or syntax_tree(source) is None:
        return False
    waiting = symtable.symtable(source, "<cell>", "exec").get_children()
    while waiting:
        scope = waiting.pop()
        waiting += scope.get_children()
        if name in scope.get_identifiers():
            symbol = scope.lookup(name)
            if symbol.is_global() and symbol.is_referenced():
                return True
    return False


def _nowhere(request: Request) -> str:
    what = request.unnamed
    if any(isinstance(found.place, FromCells) for found in request.found):
        names = " and ".join(dict.fromkeys(f"`{name}`" for found in request.found for name in found.names))
        return (
            f"no cell that ran defines {names}, so there is no code to check. Write it in a cell (def, class "
            "or name = ...), run that cell, and check again."
        )
    return (
        f"the code of {what} cannot be found: it has no name that a cell or a file gives it. Define it with "
        "def or class, or give it a name (answer = ...), run that cell, and check the name; or pass the code "
        "as text: source=..."
    )
