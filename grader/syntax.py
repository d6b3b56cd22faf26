"""Syntax trees, one at a time: before Python 3.11.8 two threads that make one get in each other's way.

The depth of a tree that is being made is counted for all threads together (CPython issue 106905): another
thread's tree in between ends both with a SystemError.
"""

from __future__ import annotations

import ast
import threading
from types import CodeType

_ONE_AT_A_TIME = threading.Lock()


def parse(source: str) -> ast.Module:
    """The syntax tree of a source; raises what `ast.parse` raises."""
    with _ONE_AT_A_TIME:
        return ast.parse(source)


def compiled(tree: ast.Module, name: str) -> CodeType:
    """The code of a syntax tree; raises what `compile` raises."""
    with _ONE_AT_A_TIME:
        return compile(tree, name, "exec")
