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


def imports_apart(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Cut cells into pieces, in their order: each import from other packages, or from own modules, is one.

    Such an import is labelled "cell 3 (line 2)". The first piece besides them is labelled as the cell, the
    others "cell 3 (from line 5)". All keep their lines. A cell that only imports one thing stays as it is,
    and so does what stands in blocks: an import in a ``try`` may be meant to fail.
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
    lines = unit.source.split("\n")
    doubtful = list(islice(_doubtful(body, lines), MAX_APART)) if len(body) > 1 else []
    flags = _flags(body, lines)
    if not doubtful or flags is None:
        yield unit
        return
    label, begin, done = unit.label, 0, 0
    for index in doubtful:
        first, last = body[index].lineno - 1, _end(body[index])
        if any(map(_does_something, body[done:index])):
            yield Unit(label, "\n".join([*flags[:begin], *lines[begin:first], ""]))
            begin = first
        yield Unit(f"{unit.label} (line {first + 1})", "\n" * first + "\n".join(lines[first:last]) + "\n")
        # Comments above it stay with what follows.
        lines[first:last] = [""] * (last - first)
        label, done = f"{unit.label} (from line {last + 1})" if begin else label, index + 1
    if any(line.strip() for line in lines[begin:]):
        yield Unit(label, "\n".join([*flags[:begin], *lines[begin:]]))


def _doubtful(body: list[ast.stmt], lines: list[str]) -> Iterator[int]:
    """The places of the imports that may fail and have their lines for themselves."""
    for index, statement in enumerate(body):
        if any(package not in _SAFE for package in _packages(statement)) and _is_alone(body, index, lines):
            yield index


def _is_alone(body: list[ast.stmt], index: int, lines: list[str]) -> bool:
    """Whether no other statement has a part of its lines, or goes on in them."""
    first, last = body[index].lineno, _end(body[index])
    return (
        all(_end(other) < first for other in body[max(index - 1, 0) : index])
        and all(other.lineno > last for other in body[index + 1 : index + 2])
        and not any(line.endswith("\\") for line in (*lines[max(first - 2, 0) : first - 1], lines[last - 1]))
    )


def _flags(body: list[ast.stmt], lines: list[str]) -> list[str] | None:
    """The imports from ``__future__``, which hold for all pieces, in their lines; None if not alone there."""
    kept = [""] * len(lines)
    for index, statement in enumerate(body):
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            if not _is_alone(body, index, lines):
                return None
            kept[statement.lineno - 1 : _end(statement)] = lines[statement.lineno - 1 : _end(statement)]
    return kept


def _does_something(statement: ast.stmt) -> bool:
    """Whether it is neither a text nor what is left of a magic."""
    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return not is_text and not isinstance(statement, ast.Pass)


def _end(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno


def _packages(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.Import):
        yield from (alias.name.partition(".")[0] for alias in statement.names)
    elif isinstance(statement, ast.ImportFrom) and not statement.level:
        yield (statement.module or "").partition(".")[0]
