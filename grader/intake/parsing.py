"""The syntax tree of what a student wrote, where it is for us to parse."""

from __future__ import annotations

import ast
import warnings

from grader.syntax import parse

# Python's parser takes quadratic time for some texts. No notebook is so long.
MAX_CHARACTERS = 200_000

# Of odd escapes in a student's strings. The parser's word for the file is the name of the module here.
warnings.filterwarnings("ignore", module=r"<unknown>\Z")


def syntax_tree(text: str) -> ast.Module | None:
    """The syntax tree of a student's text; None if it is not Python, or not for us to parse."""
    if len(text) > MAX_CHARACTERS:
        return None
    try:
        return parse(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
