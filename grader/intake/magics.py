"""IPython's magics out of the code of a notebook cell, line numbers kept.

A scanner walks over the code and knows strings (triple quotes, f-strings with quotes of their own),
comments, brackets and continued lines, because a ``%`` or ``!`` inside of those is plain Python.
Everywhere else, a line that begins with one of them cannot be Python. The scanner jumps from one
character of interest to the next and never looks back, so that no text makes it slow.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

_RUNS = ("time", "timeit", "capture", "kata")
"""Cell magics whose cell is code to be run."""

_DOES_SOMETHING = frozenset({"time", "timeit", "prun", "run", "load", "loadpy", "pylab", "store", "cd"})
"""Line magics that may run or define something: dropping them is worth a note."""

_HINT = re.compile(r"^[ \t\f]*[%!?]|=[ \t]*[%!]|\?[ \t]*(?:#.*)?$", re.MULTILINE)
_INDENT = re.compile(r"[ \t\f]*")
_LINE_MAGIC = re.compile(r"([ \t\f]*)([%!?]+)[ \t]*(\w*)")
_CELL_MAGIC = re.compile(r"\s*?^%%[ \t]*(\S*)[^\n]*", re.MULTILINE)
# At the left margin it may go without a trace: a notebook that is not begun is told from one that is.
_LOADS_GRADER = re.compile(r"%(?:re)?load_ext[ \t]+grader[ \t]*(?:\n|\Z)")
_ASSIGNED = re.compile(r"[ \t]*(?:%[ \t]*[A-Za-z_]|!)")
# Possessive, and not begun within a word: else it would be tried anew from every letter of a long one.
_HELP = re.compile(r"(?<![\w*])%{0,2}(?!\d)[\w*]++(?:\.(?!\d)[\w*]++|\[-?\d+\])*+\?{1,2}$")
_INTERESTING = re.compile(r"""[\\\n'"#()\[\]{}=]""")
_IN_STRING = re.compile(r"""[\\\n'"{]""")
_IN_FORMAT = re.compile(r"""[\n'"{}]""")
_IN_FIELD = re.compile(r"""[\\\n'"#()\[\]{}:]""")
_COMMAND_END = re.compile(r"(?<!\\)\n|\Z")
_MAX_DEPTH = 200  # where CPython gives up as well
_CLOSES = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class Plain:
    """A cell without magics: its code, None where the cell is skipped, and notes about what was dropped."""

    code: str | None
    notes: tuple[str, ...] = ()


class _Frame(NamedTuple):
    """What the scanner is inside of: a bracket, a string, a field ``{...}`` of an f-string, its format.

    ``string`` is the place on the stack of the nearest string around it, handed down so that deep
    nesting costs nothing.
    """

    kind: str
    string: int = -1
    quote: str = ""
    formatted: bool = False


class _Line(NamedTuple):
    """One logical line: where it ends, where its code ends, and where a magic is assigned (or -1)."""

    end: int
    code_end: int
    assigned: int = -1


class _Scanner:
    """Walks over one logical line of Python at a time."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.stack: list[_Frame] = []

    def logical_line(self, start: int) -> _Line:
        """Scan from ``start`` to the newline that ends the logical line, or to an assigned magic."""
        self.stack = []
        text, at = self.text, start
        while len(self.stack) <= _MAX_DEPTH:
            kind = self.stack[-1].kind if self.stack else "code"
            found = _PATTERNS.get(kind, _INTERESTING).search(text, at)
            if found is None:
                break
            at, char = found.start(), found[0]
            if kind in ("string", "format"):
                at = self._inside_string(at, char)
            elif char == "#":
                # The comment is no code: a "?" before it is still the last of the line.
                code_end = at
                at = text.find("\n", at)
                if at < 0:
                    return _Line(len(text), code_end)
                if not self.stack:
                    return _Line(at + 1, code_end)
            elif char == "\n" and not self.stack:
                return _Line(at + 1, at)
            elif char == "=" and not self.stack and _is_magic_assigned(text, at):
                return _Line(at, at, assigned=at + 1)
            else:
                at = self._code(at, char)
        return _Line(len(text), len(text))

    def _push(self, kind: str, quote: str = "", formatted: bool = False) -> None:
        above = self.stack[-1] if self.stack else _Frame("code")
        string = len(self.stack) if kind == "string" else above.string
        self.stack.append(_Frame(kind, string, quote, formatted))

    def _code(self, at: int, char: str) -> int:
        """One character of code, not at the end of a line; returns where to go on."""
        if char == "\\":
            return at + 2
        if char in "'\"":
            quote = char * 3 if self.text.startswith(char * 3, at) else char
            self._push("string", quote, _is_formatted(self.text, at))
            return at + len(quote)
        if char in _CLOSES:
            self._push(char)
        elif self.stack and char == ":" and self.stack[-1].kind == "field":
            self._push("format")
        elif self.stack and char == _CLOSES.get(self.stack[-1].kind, "}"):
            self.stack.pop()
        return at + 1

    def _inside_string(self, at: int, char: str) -> int:
        """One character of interest inside a string or the format of a field; returns where to go on."""
        top = self.stack[-1]
        quote = self.stack[top.string].quote
        if char == "\\":
            return at + (1 if top.formatted and self.text.startswith("{", at + 1) else 2)
        if char == "\n":
            if len(quote) == 1:
                # The string was never closed: not Python, and the next line begins afresh.
                self.stack.clear()
                return at
        elif char == "{":
            if top.formatted and self.text.startswith("{{", at):
                return at + 2
            if top.formatted or top.kind == "format":
                self._push("field")
        elif char == "}":
            del self.stack[-2:]  # the format and its field
        elif self.text.startswith(quote, at):
            del self.stack[top.string :]
            return at + len(quote)
        return at + 1


_PATTERNS = {"string": _IN_STRING, "format": _IN_FORMAT, "field": _IN_FIELD}


def _is_formatted(text: str, quote_at: int) -> bool:
    """Whether the letters before a quote make it an f-string (or a t-string)."""
    start = quote_at
    while start > 0 and quote_at - start < 3 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    return text[start:quote_at].lower() in ("f", "fr", "rf", "t", "tr", "rt")


def _is_magic_assigned(text: str, at: int) -> bool:
    """Whether the ``=`` at a place stands alone and before a magic, as in ``x = !ls`` or ``x = %pwd``."""
    return at > 0 and text[at - 1] not in "=!<>+-*/%&|^@:~" and _ASSIGNED.match(text, at + 1) is not None


def _blank(text: str, start: int, end: int) -> str:
    """As many line ends as there are in ``text[start:end]``."""
    return "\n" * text.count("\n", start, end)


def _command_end(text: str, start: int) -> int:
    r"""Where a magic's text ends: after its line, and after the next one if the line ends in ``\``."""
    found = _COMMAND_END.search(text, start)
    return found.end() if found else len(text)


def without_line_magics(code: str) -> Plain:
    """Replace line magics, ``!`` commands and ``?`` help by ``pass`` or ``None``.

    Parameters
    ----------
    code
        Python code with IPython's additions; line ends are newlines.

    Returns
    -------
    Plain
        Code with as many lines as before; unchanged if nothing in it is a magic.
    """
    if not _HINT.search(code):
        return Plain(code)
    scanner, out, notes, at = _Scanner(code), list[str](), list[str](), 0
    while at < len(code):
        if magic := _LINE_MAGIC.match(code, at):
            end = _command_end(code, at)
            if magic[2].startswith("%") and magic[3] in _DOES_SOMETHING:
                line = code.count("\n", 0, at) + 1 if len(notes) < 5 else 0
                notes += [f"%{magic[3]} on line {line} is not run"] if line else []
            ours = _LOADS_GRADER.match(code, at) is not None
            out.append(("" if ours else magic[1] + "pass") + _blank(code, at, end))
        else:
            line_ = scanner.logical_line(at)
            end = line_.end
            if line_.assigned >= 0:
                end = _command_end(code, line_.assigned)
                out.append(code[at : line_.assigned] + " None" + _blank(code, line_.assigned, end))
            elif _asks_for_help(code, at, line_.code_end):
                out.append(_indent(code, at) + "pass" + _blank(code, at, end))
            else:
                out.append(code[at:end])
        at = end
    return Plain("".join(out), tuple(notes))


def _indent(code: str, at: int) -> str:
    found = _INDENT.match(code, at)
    return found[0] if found else ""


def _asks_for_help(code: str, start: int, end: int) -> bool:
    # A window, since the pattern would be tried at each letter of a line of megabytes.
    tail = code[max(start, end - 300) : end].rstrip(" \t\f")
    return tail.endswith("?") and _HELP.search(tail) is not None


def plain_python(cell: str) -> Plain:
    """Turn the code of one notebook cell into plain Python.

    Parameters
    ----------
    cell
        The cell's source; line ends are newlines.

    Returns
    -------
    Plain
        The code with its line numbers kept. ``code`` is None if the cell begins with a cell magic
        other than ``%%time``, ``%%timeit``, ``%%capture`` and our own ``%%kata``, and a note says which.
    """
    for _ in range(8):  # they nest, but not without end: each turn copies the cell
        found = _CELL_MAGIC.match(cell)
        if found is None:
            break
        if found[1] not in _RUNS:
            return Plain(None, (f"was skipped: it begins with %%{found[1][:40]}",))
        cell = _blank(cell, 0, found.end()) + cell[found.end() :]
    return without_line_magics(cell)
