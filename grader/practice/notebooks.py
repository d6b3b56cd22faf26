"""An exercise as a notebook to work in, of Jupyter or of marimo: the statement, the stub, how to check it."""

from __future__ import annotations

import ast
import json
from textwrap import indent

from grader.syntax import parse

# What marimo writes on saving; a notebook without it is opened with a warning.
_MARIMO_VERSION = "0.13.0"
_MARIMO = """\
import marimo

__generated_with = "{version}"
app = marimo.App()


@app.cell(hide_code=True)
def _():
    import marimo as mo
    return (mo,)


@app.cell(hide_code=True)
def _(mo):
    mo.md({page})
    return


@app.cell
def _():
{stub}
    return {names}


@app.cell(hide_code=True)
def _(mo):
    mo.md({how})
    return


if __name__ == "__main__":
    app.run()
"""


def how_to_check(exercise: str) -> str:
    """What the last cell of a notebook says."""
    return (
        f"Save the notebook, then run `kata check {exercise}` in a terminal; or leave `kata watch` running "
        "there, which checks it each time you save.\n"
    )


def as_ipynb(exercise: str, page: str, stub: str) -> bytes:
    """A notebook for Jupyter. The same exercise gives the same bytes.

    Parameters
    ----------
    exercise
        The name of the exercise.
    page
        The statement, in Markdown.
    stub
        The code to complete.
    """
    notebook = {
        "cells": [
            _cell("markdown", "statement", page),
            _cell("code", "stub", stub),
            _cell("markdown", "how-to-check", how_to_check(exercise)),
        ],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    # As Jupyter writes it: after a first save there, a comparison of versions shows one's own changes alone.
    return f"{json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False)}\n".encode()


def _cell(kind: str, name: str, text: str) -> dict[str, object]:
    lines = text.strip("\n").splitlines(keepends=True)
    cell: dict[str, object] = {"cell_type": kind, "id": name, "metadata": {}, "source": lines}
    return {**cell, "execution_count": None, "outputs": []} if kind == "code" else cell


def as_marimo(exercise: str, page: str, stub: str) -> bytes:
    """A notebook for marimo, with the stub in one cell; parameters as for `as_ipynb`.

    Future imports are left out: a cell cannot hold them, and marimo keeps none outside of cells.
    """
    names = ", ".join(_defined(stub))
    text = _MARIMO.format(
        version=_MARIMO_VERSION,
        page=_quoted(page),
        stub=indent(_without_future(stub).strip("\n"), "    "),
        names=f"({names},)" if names and "," not in names else names or "()",
        how=_quoted(how_to_check(exercise)),
    )
    return text.encode()


def _quoted(text: str) -> str:
    """A Markdown text as Python source that is pleasant to edit, if that can be."""
    if '"""' in text:
        return repr(text)
    return f'r"""\n{indent(text.rstrip(), "    ")}\n    """'


def _defined(stub: str) -> list[str]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return [node.name for node in parse(stub).body if isinstance(node, kinds)]


def _without_future(stub: str) -> str:
    lines = stub.split("\n")
    for node in reversed(parse(stub).body):
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            del lines[node.lineno - 1 : node.end_lineno]
    return "\n".join(lines)
