"""Small mutants of a reference, made on its syntax tree: what a check must notice.

Operators, constants, comparisons, keywords and returns are changed one at a time; terms, calls and statements
are dropped; arguments, axes and names are exchanged. Docstrings, annotations, imports and the texts of
exceptions stay, and so does what no entry point uses.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass

from grader.syntax import parse
from grader.verify.changes import alternatives
from grader.verify.findings import Attempt

MAX_SHOWN = 70


@dataclass(frozen=True)
class Mutant:
    """One change of the reference.

    Attributes
    ----------
    scope
        The function (or ``Class.method``) it stands in; empty at the top of the file.
    line
        The line of the reference.
    before, after
        The changed piece as code, without and with the change.
    source
        The whole mutated file.
    """

    scope: str
    line: int
    before: str
    after: str
    source: str

    @property
    def name(self) -> str:
        """Where it is and what was changed, in one line."""
        where = f"{self.scope}, line {self.line}" if self.scope else f"line {self.line}"
        return f"{where}: {_short(self.before)} -> {_short(self.after)}"

    @property
    def attempt(self) -> Attempt:
        """The file to be tried."""
        return Attempt("mutant", self.name, self.source)


def mutants(source: str, entry_points: tuple[str, ...]) -> list[Mutant]:
    """All mutants of a source, in its order; of those that make the same file, the first.

    Parameters
    ----------
    source
        The reference.
    entry_points
        The names that are called; what they do not lead to is left alone.
    """
    tree = parse(source)
    whole = ast.unparse(tree)
    seen = {whole}
    found = []
    names = {getattr(node, "id", getattr(node, "arg", None)) for node in ast.walk(tree)}
    above = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for scope, parent, field, index, node in _live(tree, _reached(tree, entry_points)):
        shown = node
        while isinstance(shown, SMALL) and isinstance(above[id(shown)], LARGER):
            shown = above[id(shown)]
        before, line = _told(shown), _line(shown)
        for after in alternatives(node):
            if isinstance(after, ast.Name) and not (after.id in names or hasattr(builtins, after.id)):
                continue
            _put(parent, field, index, after)
            changed = ast.unparse(ast.fix_missing_locations(tree))
            told = _told(after if shown is node else shown)
            _put(parent, field, index, node)
            if changed not in seen and _compiles(changed):
                seen.add(changed)
                found.append(Mutant(scope, line, before, told, changed))
    assert ast.unparse(tree) == whole, "the tree is left as it was"
    return sorted(found, key=lambda mutant: mutant.line)


# A change of a name or a number alone says little: it is shown in what it stands in.
SMALL = (ast.Constant, ast.Name, ast.UnaryOp)
LARGER = (ast.expr, ast.keyword, ast.Slice, ast.comprehension, ast.arguments, ast.Assign, ast.Return)


def _line(node: ast.AST) -> int:
    """The line a node begins in; arguments have none of their own."""
    return next((below.lineno for below in ast.walk(node) if hasattr(below, "lineno")), 0)


def _told(node: ast.AST) -> str:
    if isinstance(node, ast.Pass):
        return "(left out)"
    if isinstance(node, ast.If | ast.While):
        return f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    return ast.unparse(node)


def _short(code: str) -> str:
    """A piece of code on one line, cut in its middle if it is long."""
    line = " ".join(code.split())
    return line if len(line) <= MAX_SHOWN else f"{line[: MAX_SHOWN // 2]} ... {line[-MAX_SHOWN // 2 :]}"


def _compiles(source: str) -> bool:
    try:
        compile(source, "<mutant>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def _put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


# --------------------------------------------------------------------------- where changes are made


def _reached(tree: ast.Module, entry_points: tuple[str, ...]) -> set[int]:
    """The top-level statements that the entry points lead to."""
    binders: dict[str, list[int]] = {}
    for i, statement in enumerate(tree.body):
        for name in _bound(statement):
            binders.setdefault(name, []).append(i)
    reached: set[int] = set()
    todo = [i for entry in entry_points for i in binders.get(entry, [])]
    while todo:
        i = todo.pop()
        if i not in reached:
            reached.add(i)
            names = {node.id for node in ast.walk(tree.body[i]) if isinstance(node, ast.Name)}
            todo += [j for name in names for j in binders.get(name, [])]
    return reached


def _bound(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield statement.name
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


Site = tuple[str, ast.AST, str, int | None, ast.AST]
# What is never changed: annotations, decorators, names of modules.
LEFT_ALONE = {"annotation", "returns", "decorator_list", "bases"}


def _live(tree: ast.Module, reached: set[int]) -> Iterator[Site]:
    for i, statement in enumerate(tree.body):
        if i in reached and not isinstance(statement, ast.Import | ast.ImportFrom):
            if isinstance(
                statement, ast.Assign | ast.AnnAssign
            ):  # a constant of the file cannot go, only change
                yield from _below(statement, "")
            else:
                yield from _sites("", tree, "body", i, statement)


def _sites(scope: str, parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Site]:
    """A node and those below it, as places where something can be put."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    yield scope, parent, field, index, node
    if isinstance(node, ast.Raise | ast.JoinedStr):
        return  # the text of an exception is free
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        scope = f"{scope}.{node.name}" if scope else node.name
    yield from _below(node, scope)


def _below(node: ast.AST, scope: str) -> Iterator[Site]:
    for field, value in ast.iter_fields(node):
        if field in LEFT_ALONE:
            continue
        if isinstance(value, ast.AST):
            yield from _sites(scope, node, field, None, value)
        elif isinstance(value, list):
            for i, item in enumerate(value):
                if isinstance(item, ast.AST):
                    yield from _sites(scope, node, field, i, item)
