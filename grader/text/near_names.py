"""A name that nearly is the one asked for: other letters that look alike, other capitals, a slip of the hand.

What was handed in is only looked at, never compiled, and no more of it than a bounded part: the patterns
read each character once, and only so many names are compared.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from grader.escape import clean
from grader.text.plain import MAX_NAME

MAX_SOURCE = 1_000_000
MAX_NAMES = 200
MAX_LENGTH = 80

# Possessive repeats: no text makes them go back.
_DEFINED = re.compile(
    r"^([ \t]*+)(?:async[ \t]++)?(?:def|class)[ \t]++(\w++)|^()(\w++)[ \t]*+(?::[^=\n]{0,80}+)?=(?!=)",
    re.MULTILINE,
)

# Letters of other scripts that look like a small Latin letter, after folding capitals.
_ALIKE = str.maketrans(
    {
        # Cyrillic
        **dict(zip("авеёкмнорстухіїјѕԁԛԝһѵгпьз", "abeekmhopctyxiijsdqwhvrnb3", strict=True)),
        # Greek
        **dict(zip("αβγεζηικνορτυχωϲϳ", "abyezniknoptuxwcj", strict=True)),
        # Latin letters beside the 26, and Armenian and Cherokee ones seen in such names
        **dict(zip("ıȷɑɡʟɪʏɩƅօսհոց", "ijagliyibouhng", strict=True)),
    }
)


def near_name(wanted: Sequence[str], sources: Iterable[str]) -> str:
    """Say which name that the sources define is nearly one that is asked for.

    Parameters
    ----------
    wanted
        The names that are asked for and are not there.
    sources
        The files or cells that were handed in.

    Returns
    -------
    str
        A sentence for the student; empty if there is no such name.
    """
    outside, inside = _names(sources)
    for tell in (_same_look, _same_letters, _slip):
        for name in wanted:
            if name in outside:
                continue  # it is defined, and lost again as the file runs
            for found, called in outside.items():
                if found in wanted or (tell is _slip and not called):
                    continue
                if sentence := tell(name, found):
                    return sentence
    for name in wanted:
        if name in inside and name not in outside:
            return (
                f"`{clean(name, MAX_NAME)}` stands only within something else, as its line is indented: "
                "move it to the left margin."
            )
    return ""


def _names(sources: Iterable[str]) -> tuple[dict[str, bool], set[str]]:
    """The names at the left margin (whether by def or class), in order, and those of indented lines."""
    outside: dict[str, bool] = {}
    inside: set[str] = set()
    left = MAX_SOURCE
    for source in sources:
        for found in _DEFINED.finditer(source[:left]):
            name = found[2] or found[4]
            if len(name) > MAX_LENGTH:
                continue
            if found[1]:
                inside.add(name)
            elif len(outside) < MAX_NAMES:
                name = unicodedata.normalize("NFKC", name)  # as Python reads it
                outside[name] = outside.get(name, False) or bool(found[2])
        left -= len(source)
        if left <= 0:
            break
    return outside, inside


def _look(name: str) -> str:
    return unicodedata.normalize("NFKC", name.casefold()).translate(_ALIKE)


def _same_look(wanted: str, found: str) -> str:
    if found.isascii() or _look(found) != _look(wanted):
        return ""
    at = next(place for place, char in enumerate(found, start=1) if not char.isascii())
    script = unicodedata.name(found[at - 1], "other").split()[0].capitalize()
    alphabet = "not one of a to z" if script == "Latin" else script
    return (
        f"The file defines `{clean(found, MAX_NAME)}`, which looks the same, "
        f"but its letter {at} is {alphabet}: type the name anew."
    )


def _same_letters(wanted: str, found: str) -> str:
    if found.replace("_", "").casefold() != wanted.replace("_", "").casefold():
        return ""
    return (
        f"The file defines `{clean(found, MAX_NAME)}`; capitals and underscores count, "
        f"so write `{clean(wanted, MAX_NAME)}`."
    )


def _slip(wanted: str, found: str) -> str:
    allowed = 2 if len(wanted) > 5 else 1 if len(wanted) > 2 else 0
    if abs(len(found) - len(wanted)) > allowed or _steps(wanted, found) > allowed:
        return ""
    return f"The file defines `{clean(found, MAX_NAME)}`: did you mean `{clean(wanted, MAX_NAME)}`?"


def _steps(one: str, other: str) -> int:
    """How many letters to add, leave out, change or swap with their neighbour turn one into the other."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, left in enumerate(one, start=1):
        earlier, before, row = before, row, [i]
        for j, right in enumerate(other, start=1):
            steps = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (left != right))
            if i > 1 and j > 1 and left == other[j - 2] and one[i - 2] == right:
                steps = min(steps, earlier[j - 2] + 1)
            row.append(steps)
    return row[-1]
