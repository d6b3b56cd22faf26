"""An exercise as a notebook for marimo: a Python file whose check runs again when the answer changes."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from textwrap import indent

from grader.syntax import parse

# What marimo writes on saving; a notebook without it is opened with a warning.
_MARIMO_VERSION = "0.20.0"
_MARIMO = '''\
import marimo

__generated_with = "{version}"
app = marimo.App(width="medium")


@app.cell(hide_code=True)
def _(mo):
    mo.md("""
    _Nothing runs by itself when a notebook is opened: press the round yellow button at the bottom right, "Run
    all". From then on the check and the picture run again whenever you run the cell of your answer._
    """)
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md({page})
    return


@app.cell
def _():
{stub}
    return {names}


@app.cell
def _(check, {names}):
    check("{exercise}", {names})
    return


@app.cell
def _(picture, {names}):
    picture("{exercise}", {names})
    return


@app.cell(hide_code=True)
def _(mo):
    mo.md({how})
    return


@app.cell(hide_code=True)
def _():
    import marimo as mo

    try:
        from grader import check, picture
    except ImportError:
        check = picture = lambda *_: mo.md(
            "**kata is not installed in the Python that runs this notebook.** "
            "Install marimo beside kata, and open the notebook with `python -m marimo edit FILE`."
        )
    return check, mo, picture


if __name__ == "__main__":
    app.run()
'''


def as_marimo(exercise: str, page: str, stub: str, names: Sequence[str]) -> bytes:
    """A notebook for marimo, with the stub in one cell.

    Future imports are left out: a cell cannot hold them, and marimo keeps none outside of cells.

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
    """
    text = _MARIMO.format(
        version=_MARIMO_VERSION,
        page=_quoted(page),
        stub=indent(_without_future(stub).strip("\n"), "    "),
        names=", ".join(names),
        exercise=exercise,
        how=_quoted(_how_to_go_on(exercise)),
    )
    return text.encode()


def _how_to_go_on(exercise: str) -> str:
    return f"""\
**In a terminal** `kata check {exercise}` does the same with the saved notebook, and `kata watch` checks it
each time you save. `kata hint {exercise}` gives the next hint.

**Hand in** this file, `{exercise}.py`, saved.
"""


def _quoted(text: str) -> str:
    """A Markdown text as Python source that is pleasant to edit, if that can be."""
    if '"""' in text:
        return repr(text)
    return f'r"""\n{indent(text.rstrip(), "    ")}\n    """'


def _without_future(stub: str) -> str:
    lines = stub.split("\n")
    for node in reversed(parse(stub).body):
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            del lines[node.lineno - 1 : node.end_lineno]
    return "\n".join(lines)
