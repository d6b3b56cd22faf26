"""Imports of a cell that may fail where it is graded: each apart, so that the rest of the cell runs anyway.

In ``import matplotlib.pyplot as plt`` and, below it, ``import numpy as np`` the first one fails for want of
the package, and the answer needs the second one.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from itertools import islice

from grader.intake.parsing import MAX_CHARACTERS, syntax_tree
from grader.model import Unit

# Each is as long as its cell up to there.
MAX_APART = 20
_SAFE = frozenset({*sys.stdlib_module_names, "grader", "marimo", "numpy", "torch"})
_IMPORTED = re.compile(r"^[ \t]*(?:import|from)[ \t]+(\w+)", re.MULTILINE)
# As in a notebook of marimo between its imports: what does not change how modules are found.
_PASSED_OVER = (ast.Import, ast.ImportFrom, ast.Assign)


def imports_apart(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Give imports from other packages, or from own modules, that begin a cell a unit of their own.

    They are labelled "cell 3 (line 2)" and keep their lines, as all else does. A cell that only imports one
    thing stays as it is.
    """
    room = MAX_CHARACTERS
    divided: list[Unit] = []
    for unit in units:
        if set(_IMPORTED.findall(unit.source)) - _SAFE and len(unit.source) <= room:
            room -= len(unit.source)
            divided += _divided(unit)
        else:
            divided.append(unit)
    return tuple(divided)


def _divided(unit: Unit) -> Iterator[Unit]:
    tree = syntax_tree(unit.source)
    body = tree.body if tree is not None else []
    doubtful = list(islice(_doubtful(body), MAX_APART)) if len(body) > 1 else []
    lines = unit.source.split("\n")
    for statement in doubtful:
        first, last = statement.lineno - 1, statement.end_lineno or statement.lineno
        yield Unit(
            f"{unit.label} (line {statement.lineno})", "\n" * first + "\n".join(lines[first:last]) + "\n"
        )
        lines[first:last] = [""] * (last - first)
    if any(line.strip() for line in lines):
        yield Unit(unit.label, "\n".join(lines))


def _doubtful(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The imports at the beginning that may fail and have their lines for themselves."""
    for index, statement in enumerate(body):
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if not is_text and not isinstance(statement, _PASSED_OVER):
            return
        beside = [*body[max(index - 1, 0) : index], *body[index + 1 : index + 2]]
        alone = all(
            (other.end_lineno or other.lineno) < statement.lineno
            or other.lineno > (statement.end_lineno or statement.lineno)
            for other in beside
        )
        if alone and any(package not in _SAFE for package in _packages(statement)):
            yield statement


def _packages(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.Import):
        yield from (alias.name.partition(".")[0] for alias in statement.names)
    elif isinstance(statement, ast.ImportFrom) and not statement.level:
        yield (statement.module or "").partition(".")[0]
