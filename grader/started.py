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


def same_code(given: str, handed_in: str) -> bool:
    """Whether two sources are equal apart from comments, docstrings and blank lines."""
    if len(handed_in) > MAX_CHARACTERS:
        return False
    return all(ours == theirs for ours, theirs in zip_longest(_lines(given), _lines(handed_in)))


def _lines(source: str) -> Iterator[tuple[int, list[str]]]:
    """The logical lines that do something, as their depth and tokens; lines that are only a text do not."""
    margins, words = [0], list[str]()
    brackets = start = 0
    kinds: set[str | None] = set()
    for token in _TOKEN.finditer(source + "\n"):
        kind, word = token.lastgroup, token[0]
        if kind == "end":
            start = token.end()
            if brackets <= 0 and kinds:
                if kinds != {"text"}:
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


def _indent(margins: list[int], margin: int) -> None:
    """Bring the margins of the blocks that are open to those of a line that begins at a margin."""
    while margin < margins[-1]:
        margins.pop()
    if margin > margins[-1]:
        margins.append(margin)
