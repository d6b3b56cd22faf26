"""Tell a stub as it was given from work that has begun, by tokens: hostile text is only scanned.

The scan is linear in the text. Python's own ways are left alone: its tokenizer takes quadratic time for some
texts, and how much stack and memory its parser takes is up to the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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


# What a notebook holds beside the answer, as lines of tokens with a blank between them and "" for a text: the
# cells that check, and of marimo what stands around its cells, and a switch that such a notebook cannot keep.
# A call holds names and texts alone, since in brackets or behind a colon could be work.
_ARGUMENTS = r"\( [^()\[\]{}:;]*\)"
_TEXTS = r'\( ""(?: "")*(?: ,)? \)'
_FRAME = re.compile(
    "|".join(
        (
            r"from grader import (?:\( )?(?:check|picture)(?: , (?:check|picture))*(?: ,)?(?: \))?",
            rf"(?:verdict = )?(?:check|picture) {_ARGUMENTS}(?: \. \w+)*",
            r"display \( verdict \)",
            r"verdict \. score",
            r"from __future__ import \w+(?: , \w+)*",
            r"import marimo(?: as mo)?",
            rf"mo \. md {_TEXTS}",
            r'__generated_with = ""',
            rf"app = marimo \. App {_ARGUMENTS}",
            r"app \. run \( \)",
            rf"check = picture = lambda \* _ : mo \. md {_TEXTS}",
        )
    )
)
# What opens a block of such lines; where others stand in it, it is work.
_FRAME_BLOCK = re.compile(r'if __name__ = = "" :|try :|except ImportError :')
_TEXT = re.compile(r"\w{0,2}[\"']")
# It is computed each time; one without braces does nothing either.
_FORMATTED = re.compile(r"\w?[fFtT]\w?[\"'][^{]*\{")
_NOTEBOOK = ("import marimo", "from grader import")

_Line = tuple[int, list[str]]


def same_code(given: str, handed_in: str) -> bool:
    """Whether two sources are equal apart from comments, docstrings and blank lines.

    In a notebook the lines that check, and with marimo those around its cells, do not count either, as long
    as they stand as they were laid out, at the margin and with nothing else on them.
    """
    if len(handed_in) > MAX_CHARACTERS:
        return False
    unframed = any(line in handed_in for line in _NOTEBOOK)
    lines = [_lines(source) for source in (given, handed_in)]
    pairs = zip_longest(*(_without_frame(each) if unframed else each for each in lines))
    return all(ours == theirs for ours, theirs in pairs)


def only_checks(cell: str) -> bool:
    """Whether a cell of a notebook does nothing but ask for a check or a picture, as it was laid out."""
    if len(cell) > MAX_CHARACTERS or "from grader import" not in cell:
        return False
    return next(_without_frame(_lines(cell)), None) is None


def _lines(source: str) -> Iterator[_Line]:
    """The logical lines that do something, as their depth and tokens; lines that are only a text do not."""
    source = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
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
            kinds.add("other" if _FORMATTED.match(word) else kind)
            brackets += (word in ("(", "[", "{")) - (word in (")", "]", "}"))
    if kinds:  # of a bracket without its end
        yield len(margins), words


def _without_frame(lines: Iterable[_Line]) -> Iterator[_Line]:
    """The lines without a notebook's frame, which stands at the margin, or in blocks of its own there."""
    opening: _Line | None = None
    in_block = False
    for line in lines:
        depth, words = line
        shape = " ".join('""' if _is_plain_text(word) else word for word in words) if depth < 3 else ""
        if depth == 1:
            if opening is not None:
                yield opening
            in_block = _FRAME_BLOCK.fullmatch(shape) is not None
            opening = line if in_block else None
            if in_block or _FRAME.fullmatch(shape):
                continue
        elif in_block and _FRAME.fullmatch(shape):
            opening = None
            continue
        elif opening is not None:
            yield opening
            opening = None
        yield line
    if opening is not None:
        yield opening


def _is_plain_text(word: str) -> bool:
    return _TEXT.match(word) is not None and _FORMATTED.match(word) is None


def _indent(margins: list[int], margin: int) -> None:
    """Bring the margins of the blocks that are open to those of a line that begins at a margin."""
    while margin < margins[-1]:
        margins.pop()
    if margin > margins[-1]:
        margins.append(margin)
