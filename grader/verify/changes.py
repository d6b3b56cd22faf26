"""What a node of a syntax tree may be changed into, one small change at a time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div, ast.Mod),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitXor: (ast.BitOr,),
}
COMMUTING = (ast.Add, ast.Mult, ast.BitOr, ast.BitAnd, ast.BitXor)
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq, ast.Lt, ast.Gt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
# Names that are taken for each other.
PARTNERS = {
    one: other
    for pair in (
        ("sin", "cos"),
        ("min", "max"),
        ("any", "all"),
        ("floor", "ceil"),
        ("zeros", "ones"),
        ("float32", "float64"),
        ("int32", "int64"),
        ("lower", "upper"),
        ("row", "col"),
        ("height", "width"),
        ("grid_height", "grid_width"),
    )
    for one, other in (pair, pair[::-1])
}
LEAVABLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Raise, ast.Delete, ast.Assert)


def alternatives(node: ast.AST) -> Iterator[ast.AST]:
    """What a node may be replaced by. Nodes below are shared: the tree is written out, never run."""
    if isinstance(node, LEAVABLE):
        yield ast.Pass()
    make = _MAKERS.get(type(node))
    if make is not None:
        yield from make(node)


def _binary(node: ast.BinOp) -> Iterator[ast.AST]:
    for other in OPERATORS.get(type(node.op), ()):
        yield ast.BinOp(node.left, other(), node.right)
    yield node.left
    yield node.right
    lists = any(isinstance(side, ast.List | ast.ListComp) for side in (node.left, node.right))
    if lists or not isinstance(node.op, COMMUTING):
        yield ast.BinOp(node.right, node.op, node.left)


def _augmented(node: ast.AugAssign) -> Iterator[ast.AST]:
    for other in OPERATORS.get(type(node.op), ()):
        yield ast.AugAssign(node.target, other(), node.value)


def _unary(node: ast.UnaryOp) -> Iterator[ast.AST]:
    yield node.operand


def _boolean(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
    for i in range(len(node.values)):
        rest = node.values[:i] + node.values[i + 1 :]
        yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


def _comparison(node: ast.Compare) -> Iterator[ast.AST]:
    for i, operator in enumerate(node.ops):
        for other in COMPARISONS.get(type(operator), ()):
            ops = [*node.ops[:i], other(), *node.ops[i + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)
    if len(node.ops) > 1:
        yield ast.Compare(node.left, node.ops[:-1], node.comparators[:-1])
        yield ast.Compare(node.comparators[0], node.ops[1:], node.comparators[1:])


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
        yield ast.Constant(value - 1)
    elif isinstance(value, float):
        yield ast.Constant(2 * value if value else 1.0)
        if value:
            yield ast.Constant(-value)
    elif isinstance(value, str):
        yield ast.Constant(f"{value}x")


def _call(node: ast.Call) -> Iterator[ast.AST]:
    owner = node.func.value if isinstance(node.func, ast.Attribute) else None
    if owner is not None and not (isinstance(owner, ast.Name) and owner.id in MODULES):
        yield owner  # tokens[0].clone() -> tokens[0]
    elif len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred):
        yield node.args[0]  # round(x) -> x
    for args in _exchanged(node.args):
        yield ast.Call(node.func, args, node.keywords)
    if len(node.args) > 1:
        yield ast.Call(node.func, node.args[:-1], node.keywords)
    for i in range(len(node.keywords)):
        yield ast.Call(node.func, node.args, node.keywords[:i] + node.keywords[i + 1 :])
    if isinstance(node.func, ast.Name) and node.func.id == "range":
        last = node.args[-1 if len(node.args) < 3 else 1]
        for operator in (ast.Add(), ast.Sub()):
            moved = ast.BinOp(last, operator, ast.Constant(1))
            yield ast.Call(node.func, [moved if item is last else item for item in node.args], [])
        if len(node.args) == 1:
            yield ast.Call(node.func, [ast.Constant(1), last], [])


MODULES = {"torch", "np", "numpy", "math", "nn", "F", "functional"}


Node = TypeVar("Node", bound=ast.AST)


def _exchanged(items: list[Node]) -> Iterator[list[Node]]:
    """The same with two neighbours exchanged, for each pair of neighbours."""
    for i in range(len(items) - 1):
        yield [*items[:i], items[i + 1], items[i], *items[i + 2 :]]


def _series(node: ast.Tuple | ast.List) -> Iterator[ast.AST]:
    for items in _exchanged(node.elts):
        yield type(node)(items, node.ctx)
    if isinstance(node.ctx, ast.Load) and len(node.elts) > 1:
        for i in range(len(node.elts)):
            yield type(node)(node.elts[:i] + node.elts[i + 1 :], node.ctx)


def _dict(node: ast.Dict) -> Iterator[ast.AST]:
    for values in _exchanged(node.values):
        yield ast.Dict(node.keys, values)
    for i in range(len(node.keys)):
        yield ast.Dict(node.keys[:i] + node.keys[i + 1 :], node.values[:i] + node.values[i + 1 :])


def _slice(node: ast.Slice) -> Iterator[ast.AST]:
    if node.lower is not None:
        yield ast.Slice(None, node.upper, node.step)
    if node.upper is not None:
        yield ast.Slice(node.lower, None, node.step)
    if node.step is not None:
        yield ast.Slice(node.lower, node.upper, None)


def _parameters(node: ast.arguments) -> Iterator[ast.AST]:
    own = 1 if node.args and node.args[0].arg == "self" else 0
    plain = len(node.args) - len(node.defaults)
    for args in _exchanged(node.args[own:plain]):
        everything: Any = [*node.args[:own], *args, *node.args[plain:]]
        yield ast.arguments(
            node.posonlyargs,
            everything,
            node.vararg,
            node.kwonlyargs,
            node.kw_defaults,
            node.kwarg,
            node.defaults,
        )


def _if_expression(node: ast.IfExp) -> Iterator[ast.AST]:
    yield node.body
    yield node.orelse
    yield ast.IfExp(node.test, node.orelse, node.body)


def _if(node: ast.If) -> Iterator[ast.AST]:
    yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    yield ast.If(ast.Constant(True), node.body, node.orelse)
    if not (len(node.body) == 1 and isinstance(node.body[0], ast.Raise) and not node.orelse):
        yield ast.If(ast.Constant(False), node.body, node.orelse)


def _while(node: ast.While) -> Iterator[ast.AST]:
    yield ast.While(ast.Constant(False), node.body, node.orelse)


def _comprehension(node: ast.comprehension) -> Iterator[ast.AST]:
    for i, test in enumerate(node.ifs):
        rest = node.ifs[:i] + node.ifs[i + 1 :]
        yield ast.comprehension(node.target, node.iter, rest, node.is_async)
        negated: ast.expr = ast.UnaryOp(ast.Not(), test)
        yield ast.comprehension(node.target, node.iter, [*rest, negated], node.is_async)


def _return(node: ast.Return) -> Iterator[ast.AST]:
    if node.value is not None:
        yield ast.Return(ast.Constant(None))


def _name(node: ast.Name) -> Iterator[ast.AST]:
    if isinstance(node.ctx, ast.Load) and node.id in PARTNERS:
        yield ast.Name(PARTNERS[node.id], node.ctx)


def _attribute(node: ast.Attribute) -> Iterator[ast.AST]:
    if isinstance(node.ctx, ast.Load) and node.attr in PARTNERS:
        yield ast.Attribute(node.value, PARTNERS[node.attr], node.ctx)


def _break(_: ast.Break) -> Iterator[ast.AST]:
    yield ast.Continue()


def _continue(_: ast.Continue) -> Iterator[ast.AST]:
    yield ast.Break()


_MAKERS: dict[type[ast.AST], Callable[[Any], Iterator[ast.AST]]] = {
    ast.AugAssign: _augmented,
    ast.arguments: _parameters,
    ast.Attribute: _attribute,
    ast.BinOp: _binary,
    ast.BoolOp: _boolean,
    ast.Break: _break,
    ast.Call: _call,
    ast.Compare: _comparison,
    ast.comprehension: _comprehension,
    ast.Constant: _constant,
    ast.Continue: _continue,
    ast.Dict: _dict,
    ast.If: _if,
    ast.IfExp: _if_expression,
    ast.List: _series,
    ast.Name: _name,
    ast.Return: _return,
    ast.Slice: _slice,
    ast.Tuple: _series,
    ast.UnaryOp: _unary,
    ast.While: _while,
}
