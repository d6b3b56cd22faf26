"""An exercise as a notebook for Jupyter: the statement, the stub, a check, a picture, how to go on.

The cells bear the metadata of nbgrader, so that a course that uses it can generate, collect and autograde.
Its points are what the last expression of the check cell is; see docs/notebooks.md.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, TypeGuard

from grader.syntax import parse

NBGRADER_SCHEMA = 3


def as_ipynb(exercise: str, page: str, stub: str, names: Sequence[str], points: float | None) -> bytes:
    """A notebook for Jupyter. The same exercise gives the same bytes.

    Parameters
    ----------
    exercise
        The name of the exercise.
    page
        The statement, in Markdown.
    stub
        The code to complete.
    names
        The functions and classes that are asked for.
    points
        What the exercise is worth; None if it is not known, as for a pack in the making. Then there is
        nothing that nbgrader could grade.
    """
    # Not before it is asked for: it takes longer to import than a Python file takes to be laid out.
    import nbformat

    v4: Any = nbformat.v4
    answer = _with_regions(stub)
    cells = [
        v4.new_markdown_cell(_source(page), id="statement", metadata=_locked("statement", "markdown")),
        v4.new_code_cell(_source(answer), id="stub", metadata=_solution("stub") if answer != stub else {}),
        v4.new_code_cell(_source(check_code(exercise, names)), id="check", metadata=_graded("check", points)),
        v4.new_code_cell(_source(picture_code(exercise, names)), id="picture"),
        v4.new_markdown_cell(_source(_how_to_go_on(exercise)), id="how-to-check"),
    ]
    notebook = v4.new_notebook(
        cells=cells,
        metadata={
            "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
    )
    nbformat.validate(notebook)
    # As Jupyter writes it: after a first save there, a comparison of versions shows one's own changes alone.
    return f"{v4.writes_json(notebook).rstrip()}\n".encode()


def check_code(exercise: str, names: Sequence[str]) -> str:
    """The code of the check cell.

    The last line is for nbgrader: a number is that many points, an error none; anything else would be full
    marks, and so would be a cell that ends with the verdict itself.
    """
    return f"""\
from grader import check

verdict = {_call("check", exercise, names)}
display(verdict)
verdict.score
"""


def picture_code(exercise: str, names: Sequence[str]) -> str:
    """The code of the picture cell."""
    return f"""\
from grader import picture

{_call("picture", exercise, names)}
"""


def _call(function: str, exercise: str, names: Sequence[str]) -> str:
    return f'{function}("{exercise}", {", ".join(names)})'


def _how_to_go_on(exercise: str) -> str:
    return f"""\
**Check it:** run the cell of your answer, then the two below it. Helpers may stand in cells of their own.

**In a terminal** `kata check {exercise}` does the same with the saved notebook, and `kata watch` checks it
each time you save. `kata hint {exercise}` gives the next hint.

**Hand in** this file, `{exercise}.ipynb`, saved. The check cell need not be run for that.

If a cell says `No module named 'grader'`, the notebook runs another Python than the one in which `kata` is
installed: choose that one as the kernel.
"""


def _source(text: str) -> str:
    return text.strip("\n")


def _with_regions(stub: str) -> str:
    """The stub with marks around what is to be replaced in it, for nbgrader to clear that and no more.

    In a program with a fault nothing is marked: of a solution cell without marks, nbgrader clears all.
    """
    lines = stub.split("\n")
    written = (node for node in ast.walk(parse(stub)) if _is_still_to_be_written(node))
    for node in sorted(written, key=lambda node: -node.lineno):
        margin = " " * node.col_offset
        lines.insert(node.end_lineno or node.lineno, f"{margin}### END SOLUTION")
        lines.insert(node.lineno - 1, f"{margin}### BEGIN SOLUTION")
    return "\n".join(lines)


def _is_still_to_be_written(node: ast.AST) -> TypeGuard[ast.Raise]:
    if not isinstance(node, ast.Raise):
        return False
    raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"


def _solution(name: str) -> dict[str, object]:
    return {"nbgrader": {**_nbgrader(name, "code"), "locked": False, "solution": True}}


def _locked(name: str, kind: str) -> dict[str, object]:
    return {"nbgrader": {**_nbgrader(name, kind), "locked": True}}


def _graded(name: str, points: float | None) -> dict[str, object]:
    if points is None:
        return {}
    worth = int(points) if points == int(points) else points
    return {"nbgrader": {**_nbgrader(name, "code"), "locked": True, "grade": True, "points": worth}}


def _nbgrader(name: str, kind: str) -> dict[str, object]:
    return {
        "schema_version": NBGRADER_SCHEMA,
        "grade_id": name,
        "cell_type": kind,
        "grade": False,
        "solution": False,
        "task": False,
    }
