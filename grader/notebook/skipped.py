"""Whether what was checked is what was meant: a cell that did not run leaves what older cells define."""

from __future__ import annotations

import re
from collections.abc import Iterable

from grader.errors import UsageError
from grader.model import Exercise, Result, Submission, Unit
from grader.notebook.messages import OWN_CELL, FromCells, Request
from grader.notebook.parts import before_line
from grader.notebook.reading import NAMED, set_by

_JUDGED = ("passed", "failed")


def require_own_cell(request: Request, submission: Submission, result: Result) -> None:
    """See that the cell of ``%%kata`` ran to its end, where it is one that is checked.

    Raises
    ------
    UsageError
        It did not, so that the result is about an older definition, or may be.
    """
    last = [found.place.cells[-1:] for found in request.found if isinstance(found.place, FromCells)]
    if not any(cell.label == OWN_CELL for cells in last for cell in cells) or result.status not in _JUDGED:
        return
    own = [unit for unit in submission.units if unit.label.startswith(OWN_CELL)]
    if not own:
        raise UsageError("this cell holds no Python, so there is nothing to check.")
    for unit in own:
        # An import on its own may fail: what needs it fails, too, and says so.
        if " (line " not in unit.label and (note := _note(unit, result.notes)) is not None:
            raise UsageError(
                f"this cell did not run to its end, so there is no verdict on it: {note[0]}. Mend that, and "
                "run the cell again."
            )


def with_older(submission: Submission, exercise: Exercise, result: Result) -> str:
    """The message of a result; before it, whether the cell that defines the answer was skipped."""
    if not submission.cells or result.status not in _JUDGED:
        return result.message
    units = [unit for unit in submission.units if unit.label != NAMED]
    named = [unit.source for unit in submission.units if unit.label == NAMED]
    names = named[0].partition(" = ")[2].strip().split(", ") if named else exercise.entry_points
    for name in names:
        last = next((unit for unit in reversed(units) if set_by(unit.source, {name})), None)
        note = _note(last, result.notes) if last is not None else None
        if last is None or note is None:
            continue
        told, line = note
        if not line or not set_by(before_line(last.source, line), {name}):
            return f"What was checked is an older `{name}`: {told}. {result.message}"
    return result.message


def _note(unit: Unit, notes: Iterable[str]) -> tuple[str, int] | None:
    """What is noted of a piece that did not run to its end, and the line where it stopped (0: unknown)."""
    stopped = re.compile(rf"{re.escape(unit.label)}(?:, line (\d+))? (?:raised|ran over|ended the process)\b")
    for note in notes:
        if found := stopped.match(note):
            return note, int(found[1] or 0)
    return None
