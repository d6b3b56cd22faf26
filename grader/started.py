"""Tell a stub as it was given from work that has begun, by tokens: hostile text is only scanned.

The scan is linear in the text. Python's own ways are left alone: its tokenizer takes quadratic time for some
texts, and how much stack and memory its parser takes is up to the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

MAX_CHARACTERS = 200_000
# Any character begins a match, a quote without its end too, and no quantifier gives anything back: nothing
# is read twice.
_TOKEN = re.compile(
    r"""
    (?P<layout> [ \t\f\r]++ | \\\r?\n | \#[^\n]*+ )
    | (?P<end> \n )
    | (?P<text> [bBfFrRtTuU]{0,2}+ (?:
        ["]{3} (?: [^"\\] | \\. | "(?!"") )*+ (?:["]{3})?+
        | [']{3} (?: [^'\\] | \\. | '(?!'') )*+ (?:[']{3})?+
        | ["] (?: [^"\\\n] | \\. )*+ ["]?+
        | ['] (?: [^'\\\n] | \\. )*+ [']?+
      ) )
    | (?P<word> \w++ )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)


# What a notebook holds beside the answer, in tokens: the cells that check, and of marimo what stands around
# its cells, and a switch that such a notebook cannot keep.
_FRAME = tuple(
    tuple(line.split())
    for line in (
        "from grader import",
        "verdict = check (",
        "display ( verdict )",
        "verdict . score",
        "check (",
        "picture (",
        "from __future__ import",
        "import marimo",
        "mo . md (",
        "__generated_with =",
        "app = marimo . App (",
        'if __name__ = = "__main__" :',
        "app . run (",
        "try :",
        "except ImportError :",
        "check = picture =",
    )
)
_NOTEBOOK = ("import marimo", "from grader import")


def same_code(given: str, handed_in: str) -> bool:
    """Whether two sources are equal apart from comments, docstrings and blank lines.

    In a notebook the lines that check, and with marimo those around its cells, do not count either.
    """
    if len(handed_in) > MAX_CHARACTERS:
        return False
    unframed = any(line in handed_in for line in _NOTEBOOK)
    pairs = zip_longest(*(_lines(source, unframed) for source in (given, handed_in)))
    return all(ours == theirs for ours, theirs in pairs)


def _lines(source: str, unframed: bool) -> Iterator[tuple[int, list[str]]]:
    """The logical lines that do something, as their depth and tokens; lines that are only a text do not."""
    margins, words = [0], list[str]()
    brackets = start = 0
    kinds: set[str | None] = set()
    for token in _TOKEN.finditer(source + "\n"):
        kind, word = token.lastgroup, token[0]
        if kind == "end":
            start = token.end()
            if brackets <= 0 and kinds:
                if kinds != {"text"} and not (unframed and _is_frame(words)):
                    yield len(margins), words
                words, kinds, brackets = [], set(), 0
        elif kind != "layout":
            if not kinds:
                _indent(margins, len(source[start : token.start()].expandtabs()))
            words.append(word)
            kinds.add(kind)
            brackets += (word in ("(", "[", "{")) - (word in (")", "]", "}"))
    if kinds:  # of a bracket without its end
        yield len(margins), words


def _is_frame(words: list[str]) -> bool:
    return any(tuple(words[: len(line)]) == line for line in _FRAME)


def _indent(margins: list[int], margin: int) -> None:
    """Bring the margins of the blocks that are open to those of a line that begins at a margin."""
    while margin < margins[-1]:
        margins.pop()
    if margin > margins[-1]:
        margins.append(margin)
