"""``%load_ext grader``: adds ``%%kata EXERCISE``, a cell that is checked."""

from __future__ import annotations

import shlex
from typing import Any

from grader.notebook.checking import check_cell
from grader.notebook.faults import CannotCheck
from grader.notebook.ipython_cells import RUN
from grader.notebook.verdict import Verdict

_USE = f"write %%kata EXERCISE, or %%kata EXERCISE {RUN} to run the cell here as well"


def load(ipython: Any) -> None:
    """Add the magic to a shell of IPython."""

    def kata(line: str, cell: str) -> Verdict:
        """Check this cell as the answer to an exercise: ``%%kata EXERCISE``.

        The cell is checked together with what the cells before it define. It is not run in this
        notebook; with ``%%kata EXERCISE --run`` it is, once it was checked.
        """
        name, run = _options(line)
        verdict = check_cell(name, cell)
        if run:
            ipython.run_cell(cell, store_history=False)
        return verdict

    ipython.register_magic_function(kata, "cell", "kata")


def _options(line: str) -> tuple[str, bool]:
    words = line.split()
    names = [word for word in words if not word.startswith("-")]
    unknown = [word for word in words if word.startswith("-") and word != RUN]
    if len(names) != 1 or unknown:
        wrong = f"{shlex.quote(unknown[0])} is not known" if unknown else "name one exercise"
        raise CannotCheck(f"{wrong}: {_USE}.")
    return names[0], RUN in words
