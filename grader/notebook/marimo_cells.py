"""The cells of a notebook of marimo that runs here, in the order of what they need of each other."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from grader.notebook.ipython_cells import Cells
from grader.notebook.messages import FromCells, Typed

# How marimo calls names within that begin with "_", which it keeps to their cell.
_PRIVATE = re.compile(r"_cell_[^\W_]+(_\w*)")


def private(name: object) -> str:
    """What a name that marimo keeps to its cell is called there; empty for all others."""
    found = _PRIVATE.fullmatch(name) if isinstance(name, str) and "marimo" in sys.modules else None
    return found[1] if found else ""


def folder() -> str | None:
    """The folder that the notebook of marimo lies in; None if none runs here, or it has no file yet."""
    cells = running()
    file = cells.namespace.get("__file__") if cells is not None else None
    return str(Path(file).absolute().parent) if isinstance(file, str) else None


def running() -> Cells | None:
    """The cells as they run now, saved or not; None if no notebook of marimo runs here.

    How marimo keeps them is its own affair and may change: then the notebook's file is taken.
    """
    if "marimo" not in sys.modules:
        return None
    try:
        from marimo._runtime.context import get_context
        from marimo._runtime.dataflow import topological_sort

        context = get_context()
        graph = context.graph
        enabled = [ident for ident in graph.cells if not graph.is_disabled(ident)]
        numbers = {ident: number for number, ident in enumerate(graph.cells, start=1)}
        cells = tuple(
            Typed(f"cell {numbers[ident]}", graph.cells[ident].code)
            for ident in topological_sort(graph, enabled)
            if graph.cells[ident].language == "python"
        )
        return Cells(FromCells(cells, plain=True), context.globals)
    except Exception:  # noqa: BLE001 - see above; it raises an exception of its own where no notebook runs
        return None
