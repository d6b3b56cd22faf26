"""Notebooks of marimo: Python files whose cells are functions, turned into cells without marimo.

``@app.cell``, ``@app.function`` and ``@app.class_definition`` each are a cell. All else that stands at the
left margin, the block ``with app.setup:`` among it, is run first, as Python would. Each cell keeps the lines
that it has in the file: blank lines stand in the place of the others, so that what is told of a line is true.
"""

from __future__ import annotations

import ast
import heapq
import re
import symtable
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import dedent

from grader.intake.decoding import MAX_CODE_BYTES
from grader.intake.imports import imports_apart
from grader.intake.parsing import syntax_tree
from grader.model import Unit

_HINTS = (
    re.compile(r"^(?:import|from)[ \t]+marimo\b", re.MULTILINE),
    re.compile(r"\bApp\("),
    re.compile(r"^@\w+\.(?:cell|function|class_definition)\b|^\w+\._unparsable_cell\(", re.MULTILINE),
)
_KINDS = ("cell", "function", "class_definition")
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

PRELUDE = Unit(
    label="marimo",
    source='''\
def _marimo():
    """Put a stand-in in the place of marimo, which is not running: everything exists and does nothing."""
    import pathlib
    import sys
    import types

    class Nothing:
        def __getattr__(self, name):
            if name.startswith("__"):
                raise AttributeError(name)
            return self

        def __call__(self, *args, **kwargs):
            # As a decorator (mo.cache), it leaves the function as it is.
            return args[0] if len(args) == 1 and not kwargs and callable(args[0]) else self

        def __getitem__(self, key):
            return self

        def __contains__(self, key):
            return False

        def __iter__(self):
            return iter(())

        def __bool__(self):
            return False

        def __enter__(self):
            return self

        def __exit__(self, *raised):
            return None

        def __format__(self, spec):
            return ""

    nothing = Nothing()
    module = types.ModuleType("marimo")
    module.__path__ = []
    module.__getattr__ = nothing.__getattr__
    module.state = lambda value, **options: (lambda: value, lambda new: None)
    module.notebook_dir = module.notebook_location = pathlib.Path
    sys.modules["marimo"] = module


_marimo()
del _marimo
''',
)
"""Runs before the first cell: ``import marimo as mo`` must not fail, and its widgets must not matter."""


@dataclass(frozen=True)
class _Cell:
    """A cell, or all that is none (``number`` 0), with the names that it defines and uses.

    ``private`` are those that marimo keeps to the cell (they begin with ``_``), ``kept`` those of them that
    its functions use later on.
    """

    number: int
    code: str
    defines: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    disabled: bool = False
    private: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()


def read_marimo(text: str, name: str) -> tuple[tuple[Unit, ...], tuple[str, ...]] | None:
    """Turn a notebook of marimo into units that a worker can run.

    Parameters
    ----------
    text
        The text of a Python file.
    name
        The file's name, for the labels.

    Returns
    -------
    units, notes
        First the prelude, labelled "marimo"; then what stands outside of cells, labelled as the file;
        then one unit per cell that does something, labelled "name (cell N)" by its place in the file. A
        cell that uses what only a later one defines stands behind that one; else the order is the
        file's. None if the file is no notebook of marimo, or not Python: it is to be read as any other.
    """
    if not all(hint.search(text) for hint in _HINTS) or (tree := syntax_tree(text)) is None:
        return None
    try:
        table = symtable.symtable(text, "<unknown>", "exec")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    cells = _Notebook(tree, table, text).cells()
    if not cells or sum(len(cell.code) for cell in cells) > MAX_CODE_BYTES:
        return None
    notes = [f"Cell {cell.number} is disabled and was not run." for cell in cells if cell.disabled]
    ordered = _in_order([cell for cell in cells if cell.code.strip() and not cell.disabled])
    units = [Unit(f"{name} (cell {cell.number})" if cell.number else name, cell.code) for cell in ordered]
    return (PRELUDE, *imports_apart(units)), (*notes, *_clashes(ordered))


class _Notebook:
    """Takes a file apart."""

    def __init__(self, tree: ast.Module, table: symtable.SymbolTable, text: str) -> None:
        self.lines = text.split("\n")
        self.statements = tree.body
        self.apps = {
            target.id
            for node in tree.body
            if isinstance(node, ast.Assign) and _called(node.value) == "App"
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        self.scopes: dict[int, list[symtable.SymbolTable]] = defaultdict(list)
        for scope in table.get_children():
            self.scopes[scope.get_lineno()].append(scope)

    def cells(self) -> list[_Cell]:
        """All that stands outside of cells, as one; then the cells. None at all if there are no cells."""
        outside = [""] * len(self.lines)
        cells: list[_Cell] = []
        for node in self.statements:
            begin, end = _first_line(node) - 1, node.end_lineno or node.lineno
            if isinstance(node, _Definition) and (decorator := self._decorator(node)):
                cells.append(self._cell(len(cells) + 1, node, decorator))
            elif isinstance(node, ast.Expr) and (told := self._unparsable(node)):
                cells.append(_Cell(len(cells) + 1, told))
            elif isinstance(node, ast.With | ast.AsyncWith) and self._is_setup(node):
                begin, code = _dedented(self.lines, node.body)
                outside[begin : begin + len(code)] = code
            else:
                outside[begin:end] = self.lines[begin:end]
        return [_Cell(0, "\n".join(outside)), *cells] if cells else []

    def _decorator(self, node: _Definition) -> ast.expr | None:
        """The decorator that makes a definition a cell."""
        return next((each for each in node.decorator_list if self._of_app(each) in _KINDS), None)

    def _of_app(self, node: ast.expr) -> str | None:
        """What of an app a node names or calls."""
        node = node.func if isinstance(node, ast.Call) else node
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in self.apps
        ):
            return node.attr
        return None

    def _is_setup(self, node: ast.With | ast.AsyncWith) -> bool:
        return self._of_app(node.items[0].context_expr) == "setup"

    def _unparsable(self, node: ast.Expr) -> str:
        """The text of a cell that marimo could not parse either, as it was saved."""
        call = node.value
        if self._of_app(call) != "_unparsable_cell" or not isinstance(call, ast.Call) or not call.args:
            return ""
        text = call.args[0]
        if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
            return ""
        return "\n" * (text.lineno - 1) + dedent(text.value)

    def _cell(self, number: int, node: _Definition, decorator: ast.expr) -> _Cell:
        scopes = self.scopes[node.lineno]
        uses = frozenset(name for scope in scopes for name in _globals(scope))
        disabled = _is_disabled(decorator)
        if self._of_app(decorator) != "cell" or isinstance(node, ast.ClassDef):
            code, uses = self._definition(node, decorator), uses | _used_around(node)
            return _Cell(number, code, frozenset({node.name}), uses, disabled)
        own = [symbol for scope in scopes if scope.get_type() == "function" for symbol in scope.get_symbols()]
        asked = frozenset(symbol.get_name() for symbol in own if symbol.is_parameter())
        given = frozenset(symbol.get_name() for symbol in own if symbol.is_local()) - asked
        private = frozenset(name for name in given if name.startswith("_"))
        kept = frozenset(name for scope in scopes for name in _free(scope)) & private
        return _Cell(number, self._body(node.body), given - private, uses | asked, disabled, private, kept)

    def _definition(self, node: _Definition, decorator: ast.expr) -> str:
        """A function or a class at the left margin, without what makes it a cell."""
        lines = [""] * (_first_line(node) - 1) + self.lines[_first_line(node) - 1 : node.end_lineno]
        end = decorator.end_lineno or decorator.lineno
        lines[decorator.lineno - 1 : end] = [""] * (end - decorator.lineno + 1)
        return "\n".join(lines) + "\n"

    def _body(self, body: list[ast.stmt]) -> str:
        """What a cell does: its body at the left margin, without the return that marimo writes."""
        body = body[:-1] if isinstance(body[-1], ast.Return) else body
        if all(isinstance(node, ast.Expr) and _called(node.value) == "md" for node in body):
            return ""
        begin, code = _dedented(self.lines, body)
        return "\n" * begin + "\n".join(code) + "\n"


def _called(node: ast.expr) -> str | None:
    """The last name of what is called."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else None


def _is_disabled(decorator: ast.expr) -> bool:
    options = decorator.keywords if isinstance(decorator, ast.Call) else []
    return any(
        each.arg == "disabled" and isinstance(each.value, ast.Constant) and each.value.value is True
        for each in options
    )


def _used_around(node: _Definition) -> frozenset[str]:
    """The names in what is evaluated outside of a definition: decorators, defaults, annotations, bases."""
    if isinstance(node, ast.ClassDef):
        parts: list[ast.AST] = [*node.decorator_list, *node.bases, *node.keywords]
    else:
        parts = [*node.decorator_list, node.args, *([node.returns] if node.returns else [])]
    return frozenset(each.id for part in parts for each in ast.walk(part) if isinstance(each, ast.Name))


def _first_line(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, _Definition) else []
    return min([node.lineno, *(each.lineno for each in decorators)])


def _cut(line: str, column: int) -> str:
    """The part of a line before a column, which Python counts in bytes."""
    return line.encode()[:column].decode("utf-8", "ignore")


def _dedented(lines: Sequence[str], body: Sequence[ast.stmt]) -> tuple[int, list[str]]:
    """The lines of a block at the left margin, as marimo does it, and how many lines stand before them."""
    begin, last = _first_line(body[0]) - 1, body[-1]
    code = list(lines[begin : last.end_lineno])
    code[-1] = _cut(code[-1], last.end_col_offset or 0)  # behind it may stand the return
    before = _cut(code[0], body[0].col_offset)
    if before.strip():  # the block begins on the line of its "def"
        code[0] = code[0][len(before) :]
        return begin, code
    return begin, [line.removeprefix(before) for line in code]


def _symbols(scope: symtable.SymbolTable) -> Iterator[symtable.Symbol]:
    """The names of a scope and of those in it."""
    waiting = [scope]
    while waiting:
        scope = waiting.pop()
        yield from scope.get_symbols()
        waiting += scope.get_children()


def _globals(scope: symtable.SymbolTable) -> Iterator[str]:
    return (symbol.get_name() for symbol in _symbols(scope) if symbol.is_global())


def _free(scope: symtable.SymbolTable) -> Iterator[str]:
    return (symbol.get_name() for symbol in _symbols(scope) if symbol.is_free())


def _clashes(cells: Sequence[_Cell]) -> Iterator[str]:
    """Say where a name that marimo keeps apart for each cell is one for all here, and it may matter."""
    owners = Counter(name for cell in cells for name in cell.private)
    for cell in cells:
        for name in sorted(cell.kept):
            if owners[name] > 1:
                yield (
                    f"A function in cell {cell.number} uses `{name}`, which another cell sets, too; "
                    "marimo keeps them apart, here the last one counts."
                )


def _in_order(cells: list[_Cell]) -> list[_Cell]:
    """Put each cell behind those that define what it uses; where that is a circle, as in the file."""
    definers = defaultdict[str, list[int]](list)
    for place, cell in enumerate(cells):
        for name in cell.defines:
            definers[name].append(place)
    followers = defaultdict[int, set[int]](set)
    waits = [0] * len(cells)
    for place, cell in enumerate(cells):
        for name in cell.uses - cell.defines if cell.number else ():
            if places := definers.get(name):
                # The nearest before it; else the first behind it.
                earlier = places[max(bisect_left(places, place) - 1, 0)]
                waits[place] += place not in followers[earlier]
                followers[earlier].add(place)
    ordered, done, first = list[_Cell](), [False] * len(cells), 0
    ready = [place for place, count in enumerate(waits) if not count]
    while len(ordered) < len(cells):
        while done[first]:
            first += 1
        place = heapq.heappop(ready) if ready else first
        if done[place]:
            continue
        done[place] = True
        ordered.append(cells[place])
        for follower in followers[place]:
            waits[follower] -= 1
            if not waits[follower]:
                heapq.heappush(ready, follower)
    return ordered
