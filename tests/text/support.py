"""What a student may write to deceive whoever reads it, and what must not be left of it."""

from __future__ import annotations

import unicodedata

from hypothesis import strategies as st

PIECES = (
    *("\x1b[31m", "\x1b]0;owned\x07", "\x1b]8;;https://evil.example\x1b\\", "\x9b2J", "\x9d0;owned\x9c"),
    *("\r", "\r\n", "\n", "\t", "\x00", "\x08", "\x0b", "\x0c", "\x7f", "\x85", "\u2028", "\u2029"),
    *("\u202e", "\u202a", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c", "\U000e0041", "\U000e0101"),
    *("\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\u3164", "\uffa0", "\ufe0f"),
    *("\ud800", "\udc80", "\ufffe", "\uffff", "\U0010ffff", "\ufdd0", "\ue000"),
    *(
        "[red]",
        "[/]",
        "[link=https://evil.example]",
        "]]>",
        "<script>",
        "</td>",
        "<!--",
        "&lt;",
        "&#x1b;",
        '"',
        "'",
    ),
    *(
        "=",
        "+",
        "-",
        "@",
        "\uff1d",
        "\uff0b",
        "\uff0d",
        "\uff20",
        "\u2212",
        ";",
        ",",
        " ",
        "cmd|' /C calc'!A0",
    ),
    *("a", "passed", "-1.5", "علی", "क्", "ष", "✔", "\\x1b"),
)
ANY_TEXT = st.lists(
    st.sampled_from(PIECES) | st.text(st.characters(exclude_categories=()), max_size=8), max_size=12
).map("".join)
FORMULA_STARTS = set("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212")


def harmful(text: str, *, multiline: bool = False) -> list[str]:
    """The characters of a text that steer, turn, hide or break."""
    allowed = "\n\t" if multiline else ""
    return [char for at, char in enumerate(text) if char not in allowed and _is_harmful(text, at)]


def _is_harmful(text: str, at: int) -> bool:
    char, before, after = text[at], text[at - 1 : at] or "a", text[at + 1 : at + 2] or "a"
    if char in "\u200c\u200d" and unicodedata.combining(before) == 9:
        return False
    if char == "\u200c" and {unicodedata.bidirectional(before), unicodedata.bidirectional(after)} == {"AL"}:
        return False
    if char == "\ufe0f" and unicodedata.category(before) == "So":
        return False
    ignorable = char in "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0" or any(
        low <= char <= high
        for low, high in (("\u180b", "\u180f"), ("\ufe00", "\ufe0f"), ("\U000e0000", "\U000e0fff"))
    )
    return ignorable or unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
