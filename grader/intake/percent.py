"""Python files in percent format: cells that begin with ``# %%``, as editors and jupytext write them.

They are read as the Python that they are; only magics that some editors leave in them are taken out.
"""

from __future__ import annotations

import re

from grader.intake.magics import Plain, plain_python
from grader.intake.parsing import MAX_CHARACTERS, syntax_tree

_MARK = re.compile(r"^#[ \t]?%%(?:[ \t\[][^\n]*)?(?:\n|\Z)", re.MULTILINE)


def plain_percent(text: str) -> Plain:
    """Take the magics out of a file in percent format that is no Python because of them.

    Parameters
    ----------
    text
        The text of a Python file.

    Returns
    -------
    Plain
        The code, each line in its place, and sentences for the instructor; the text as it is if it is
        not in percent format, or compiles.
    """
    marks = list(_MARK.finditer(text))
    if not marks or len(text) > MAX_CHARACTERS or syntax_tree(text) is not None:
        return Plain(text)
    begins = [0, *(mark.end() for mark in marks)]
    ends = [*(mark.start() for mark in marks), len(text)]
    out, notes, line = list[str](), list[str](), 1
    for number, (begin, end) in enumerate(zip(begins, ends, strict=True)):
        cell, mark = text[begin:end], text[end : begins[number + 1]] if number < len(marks) else ""
        plain = plain_python(cell)
        out += ["\n" * cell.count("\n") if plain.code is None else plain.code, mark]
        notes += [_sentence(number, line, note, skipped=plain.code is None) for note in plain.notes]
        line += cell.count("\n") + mark.count("\n")
    return Plain("".join(out), tuple(notes))


def _sentence(number: int, line: int, note: str, *, skipped: bool) -> str:
    which = f"The cell from line {line} on" if number else "The part before the first cell"
    return f"{which}{' ' if skipped else ': '}{note}."
