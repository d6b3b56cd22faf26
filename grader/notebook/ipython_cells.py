"""The cells that ran in IPython, as a kernel of Jupyter or in a terminal, in the order in which they ran."""

from __future__ import annotations

import linecache
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any

from grader.notebook.messages import FromCells, Typed

# Such a cell is checked, and unless it says --run it is not run.
KATA_CELL = re.compile(r"\s*%%[ \t]*kata\b([^\n]*)")
RUN = "--run"
_BLANK_LINES = re.compile(r"(?:[ \t]*\n)*")


@dataclass(frozen=True)
class Cells:
    """The cells of a notebook, and the names that they have set."""

    place: FromCells
    namespace: Mapping[str, Any]


def shell() -> Any:
    """IPython's shell; None if it does not run here."""
    module = sys.modules.get("IPython.core.getipython")
    return module.get_ipython() if module is not None else None


def running(caller: FrameType | None) -> Cells | None:
    """The cells that ran until now, those of ``%%kata`` left out unless they were run as well.

    ``caller`` is what asks. Of the cell that it is in, only what comes before is taken.
    """
    here = shell()
    if here is None:
        return None
    cells = [
        cell for cell in _typed(here, caller) if RUN in _options(cell.text).split() or not _is_kata(cell)
    ]
    return Cells(FromCells(tuple(cells)), here.user_ns)


def before(exercise: str) -> tuple[Typed, ...]:
    """What ran before the cell of ``%%kata`` that runs now, other cells of ``%%kata`` among it.

    Of those for the same exercise none: the new one takes their place, as it does in the notebook's file.
    """
    cells = _typed(shell(), None)
    if cells and _is_kata(cells[-1]):
        cells.pop()
    return tuple(cell for cell in cells if _options(cell.text).split()[:1] != [exercise])


def _is_kata(cell: Typed) -> bool:
    return KATA_CELL.match(cell.text) is not None


def _options(text: str) -> str:
    found = KATA_CELL.match(text)
    return found[1] if found else ""


def _typed(here: Any, caller: FrameType | None) -> list[Typed]:
    """Each cell, called by the number beside it."""
    history = here.history_manager
    raised = getattr(history, "exceptions", {})  # IPython knows since version 9
    typed = list[Typed]()
    for number, text in enumerate(history.input_hist_raw):
        told = raised.get(number)
        interrupted = isinstance(told, Mapping) and told.get("ename") == KeyboardInterrupt.__name__
        # As IPython numbers the lines.
        text = _BLANK_LINES.sub("", text, count=1)
        typed.append(Typed(f"cell {number}", text, interrupted=interrupted))
    line = _line_that_runs(here, caller, history.input_hist_parsed)
    if typed and line:
        last, ran = typed[-1], history.input_hist_parsed[-1]
        # Of a shell command over several lines one line is made: only what was made of it has the same lines.
        text = last.text if last.text.rstrip().count("\n") == ran.rstrip().count("\n") else ran
        typed[-1] = Typed(last.label, text, before=0 if last.text.startswith("%%") else line)
    return [cell for cell in typed if cell.text.strip()]


def _line_that_runs(here: Any, caller: FrameType | None, ran: Sequence[str]) -> int:
    """The line of the last cell that runs now; 0 if it is another cell that does, one without a number."""
    cell = None
    while caller is not None:
        if caller.f_globals is here.user_ns and caller.f_code.co_name == "<module>":
            cell = caller
        caller = caller.f_back
    if cell is None or not ran:
        return 0
    text = "".join(linecache.getlines(cell.f_code.co_filename))
    return cell.f_lineno if text.strip() == ran[-1].strip() else 0
