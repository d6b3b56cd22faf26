"""Numbers that nobody can mistake, in every spelling in which they could be carried out."""

from __future__ import annotations

import base64
import json
import re
import struct

INPUT, ANSWER = 48271.53, 90417.26
WORD = "unmistakable"


def _spellings() -> list[str]:
    found = [WORD, WORD.encode().hex()]
    for number in (INPUT, ANSWER):
        whole = str(int(number))
        found += [
            whole,
            whole[::-1],
            f"{int(number):,}",
            f"{int(number):_}",
            f"{int(number):b}",
            hex(int(number)),
        ]
        found += [f"{number:.{digits}e}" for digits in range(1, 8)]
        found += [f"{number:.{digits}g}" for digits in range(2, 8)]
        for value in (number, float(int(number))):
            found.append(value.hex().split("p")[0])
            for kind in ("<d", ">d", "<f", ">f"):
                data = struct.pack(kind, value)
                found += [data.hex(), base64.b64encode(data).decode().rstrip("=")]
    # Base64 of a text depends on where in three bytes it begins.
    for text in (WORD, str(INPUT), str(ANSWER)):
        for before in ("", "x", "xx"):
            coded = base64.b64encode((before + text).encode()).decode()
            found.append(coded[4 if before else 0 : -4])
    return sorted({spelling.lower() for spelling in found if len(spelling) > 3})


SPELLINGS = _spellings()
_ANY = re.compile("|".join(map(re.escape, SPELLINGS)))


def carried(text: str) -> list[str]:
    """The spellings of what is hidden that occur in a text."""
    return _ANY.findall(text.lower())


def without_chance(document: str) -> str:
    """A JSON document without digests and durations, whose digits may come out as anything."""
    told = json.loads(document)
    for changing in ("fingerprint", "duration_s"):
        told.pop(changing)
    return json.dumps(told, ensure_ascii=False)
