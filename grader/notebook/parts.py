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


def only_defines(code: str) -> bool:
    """Whether to run a cell twice comes to the same as to run it once."""
    tree = syntax_tree(code)
    return tree is not None and all(isinstance(statement, _DEFINING) for statement in tree.body)


def running_block(code: str, line: int) -> str:
    """The text of the block that a line stands in, if it is one whose beginning was run by then."""
    tree = syntax_tree(code)
    for statement in tree.body if tree is not None else ():
        blocks = hasattr(statement, "body") and not isinstance(statement, _DEFINING)
        if blocks and statement.lineno <= line <= (statement.end_lineno or 0):
            return "\n".join(code.split("\n")[statement.lineno - 1 : statement.end_lineno])
    return ""


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
