"""Parts of a cell that did not run to its end, each line in its place."""

from __future__ import annotations

import ast
from collections.abc import Callable

from grader.intake.parsing import syntax_tree

_DEFINING = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


def before_line(code: str, line: int) -> str:
    """The statements of a cell that end before a line."""
    return _kept(code, lambda statement: (statement.end_lineno or statement.lineno) < line)


def definitions(code: str) -> str:
    """What a cell defines and imports; what may have taken so long that it was interrupted is not in it."""
    return _kept(code, lambda statement: isinstance(statement, _DEFINING))


def _kept(code: str, keeps: Callable[[ast.stmt], bool]) -> str:
    tree = syntax_tree(code)
    if tree is None:
        return code
    lines = code.split("\n")
    kept = [""] * len(lines)
    for statement in filter(keeps, tree.body):
        decorators = getattr(statement, "decorator_list", [])
        first = min([statement.lineno, *(each.lineno for each in decorators)]) - 1
        last = statement.end_lineno or statement.lineno
        kept[first:last] = lines[first:last]
    return "\n".join(kept)
