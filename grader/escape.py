r"""Foreign text made harmless for the place where it is shown. The one place where that is done.

Foreign is whatever a student chose: names of types and exceptions, messages, printed output, labels of
cells, names of files and folders. It is made harmless where it goes out, by the function of that place:

=====================  =============================================================================
`for_terminal`         a terminal, a text file; whatever prints it must not read markup (`rich.text.Text`)
`clean`                the same, in one line of bounded length
`for_html`             the text of an HTML element, or the value of an attribute in quotes
`for_csv`              one cell of a row that `csv.writer` writes
`for_xml`              a text or an attribute that `xml.etree.ElementTree` writes (JUnit)
=====================  =============================================================================

They show what may not be there as Python writes it (``\x1b``, ``\u202e``), so that it is seen. Messages
and notes of a result have been through `for_terminal` (by `grader.text` and `grader.grade`), names of
students and files have not; going through it once more changes nothing. JSON needs none of them: it escapes
by itself and stays faithful.

`for_html` is not for addresses (``href``, ``src``), scripts or styles: no foreign text belongs there. Names
that are written from right to left stand best in a ``<bdi>`` element.
"""

from __future__ import annotations

import html
import re
import unicodedata

MAX_LINE = 300
# Control, format (bidirectional and zero-width among them), surrogate, private and unassigned (noncharacters
# among them); separators of lines and paragraphs.
_UNSEEN_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
# What Unicode calls ignorable for display, although it counts as a letter or a mark.
_UNSEEN_LETTERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_UNUSUAL = re.compile(r"[^ -~\n\t]")
_ZERO_WIDTH_NON_JOINER, _ZERO_WIDTH_JOINER, _EMOJI_LOOK = "\u200c", "\u200d", "\ufe0f"
_VIRAMA = 9

# = + - @, as they are, of full width, and small; and the minus sign.
_FORMULA_STARTS = "=+\\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212"
# A spreadsheet of a country that writes 1,5 takes the semicolon for the end of a cell.
_FORMULA = re.compile(rf"(^|;)(?=\s*[{_FORMULA_STARTS}])")


def for_terminal(text: str, *, multiline: bool = False) -> str:
    """Text that can neither steer a terminal nor hide what it says.

    Parameters
    ----------
    text
        Any text, lone surrogates included.
    multiline
        Keep newlines and tabs. Otherwise each is a blank: a text of one line cannot write a line of ours.

    Returns
    -------
    str
        Without control characters, escape sequences, characters that turn the direction of text or are
        not seen, surrogates and noncharacters: each is shown as Python writes it. What is harmless
        stays as it is, so escaping twice is escaping once.
    """
    text = text.replace("\r\n", "\n")
    if not multiline:
        text = text.replace("\n", " ").replace("\t", " ")
    return _UNUSUAL.sub(_visibly, text)


def clean(text: str, limit: int = MAX_LINE) -> str:
    """Text for one line of a terminal of at most ``limit`` characters; see `for_terminal` for the rest."""
    # No more of a huge text is looked at than can be shown: of two characters at least one is left.
    kept = for_terminal(text[: 2 * limit + 2])
    return kept if len(kept) <= limit else kept[: limit - 1] + "…"


def for_html(text: str, *, multiline: bool = False) -> str:
    """Text as the markup of one HTML text node or quoted attribute; see `for_terminal` for the rest."""
    return html.escape(for_terminal(text, multiline=multiline), quote=True)


def for_csv(cell: str | float | None) -> str:
    """One cell of a table that a spreadsheet may open.

    Parameters
    ----------
    cell
        A text, foreign or not; a number of ours; or None for nothing.

    Returns
    -------
    str
        A text in one line, with an apostrophe before whatever a spreadsheet could take for a formula. A
        number stays a number, a negative one too. Commas and quotes are left to `csv.writer`.
    """
    if cell is None:
        return ""
    if not isinstance(cell, str):
        return f"{cell:.12g}"
    return _FORMULA.sub(r"\1'", for_terminal(cell))


def for_xml(text: str, *, multiline: bool = False) -> str:
    """Text that XML 1.0 can hold, to be given to `xml.etree.ElementTree`, which escapes the markup in it.

    XML 1.0 has no way to write most control characters, surrogates and noncharacters, not even escaped;
    `for_terminal` leaves none of them.
    """
    return for_terminal(text, multiline=multiline)


def _visibly(found: re.Match[str]) -> str:
    """A character as it is if it can be seen or is needed where it stands, otherwise as Python writes it."""
    char = found[0]
    unseen = unicodedata.category(char) in _UNSEEN_CATEGORIES or _UNSEEN_LETTERS.match(char)
    if not unseen or _is_needed(found):
        return char
    return char.encode("unicode_escape").decode("ascii")


def _is_needed(found: re.Match[str]) -> bool:
    """Whether an unseen character gives its neighbours their shape, as names in some scripts need it.

    The joiners are taken where RFC 5892 allows them in the name of a host: after a virama, and between
    Arabic letters. The mark for emoji is taken after a symbol.
    """
    char, at = found[0], found.start()
    before, after = found.string[at - 1 : at] or " ", found.string[at + 1 : at + 2] or " "
    if char == _EMOJI_LOOK:
        return unicodedata.category(before) == "So"
    if char not in (_ZERO_WIDTH_JOINER, _ZERO_WIDTH_NON_JOINER):
        return False
    between_arabic = unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    return unicodedata.combining(before) == _VIRAMA or (char == _ZERO_WIDTH_NON_JOINER and between_arabic)
