"""What a notebook asks the process that checks for it, and what it is told. No key, no hidden case."""

from __future__ import annotations

import struct
from collections.abc import Callable

import msgspec

from grader.model import Result

HEAD = struct.Struct("<I")
# Code and files are cut off long before.
MAX_BYTES = 64 << 20
# What messages call the cell of ``%%kata`` that is checked.
OWN_CELL = "this cell"


class Typed(msgspec.Struct, frozen=True):
    """A cell that was run.

    Attributes
    ----------
    label
        What messages call it.
    text
        What was typed.
    before
        The line that runs now: what comes before it was run. 0 for a cell that ran to its end.
    interrupted
        Whether it was interrupted, so that it might not end here either.
    """

    label: str
    text: str
    before: int = 0
    interrupted: bool = False


class FromCells(msgspec.Struct, frozen=True, tag=True):
    """The answer is in cells. ``plain`` are Python as it is, of marimo; else they may hold magics."""

    cells: tuple[Typed, ...]
    plain: bool = False


class FromFile(msgspec.Struct, frozen=True, tag=True):
    """The answer is in a file. ``before`` is the line of it that runs now, as in `Typed`."""

    path: str
    before: int = 0


class FromText(msgspec.Struct, frozen=True, tag=True):
    """The answer is a text, and no work of one's own."""

    text: str


Place = FromCells | FromFile | FromText


class Found(msgspec.Struct, frozen=True):
    """A place where the answer may be, and the names that it has there; without names, all of it is."""

    place: Place
    names: tuple[str, ...] = ()


class Request(msgspec.Struct, frozen=True, tag=True):
    """Check an answer.

    Attributes
    ----------
    number
        The number of the request.
    exercise
        The name of the exercise.
    found
        Where the answer may be, the best place first.
    unnamed
        What is checked, in words, for where no place will do.
    folder
        The folder that the notebook works in.
    pack
        The folder of another pack.
    draws
        Whether a picture is wanted, and no verdict.
    """

    number: int
    exercise: str
    found: tuple[Found, ...]
    unnamed: str
    folder: str
    pack: str | None = None
    draws: bool = False


class Cancel(msgspec.Struct, frozen=True, tag=True):
    """Give a request up: whoever made it does not wait any more."""

    number: int


class Reply(msgspec.Struct, frozen=True, tag=True):
    """What came of a request. ``fault`` says in a sentence why there is no result.

    ``text`` and ``html`` are the verdict, or the picture that was asked for. ``examples_only``: the solutions
    are not there, and what is hidden was not checked.
    """

    number: int
    fault: str = ""
    result: Result | None = None
    text: str = ""
    html: str = ""
    examples_only: bool = False


Message = Request | Cancel


def framed(message: msgspec.Struct) -> bytes:
    """A message as bytes with their length before them."""
    data = msgspec.msgpack.encode(message)
    if len(data) > MAX_BYTES:
        raise ValueError(f"a message of {len(data)} bytes")
    return HEAD.pack(len(data)) + data


def reader(read: Callable[[int], bytes]) -> Callable[[], bytes | None]:
    """A function that takes the next message off a stream; None at its end."""

    def exactly(count: int) -> bytes | None:
        data = bytearray()
        while len(data) < count:
            more = read(min(count - len(data), 1 << 20))
            if not more:
                return None
            data += more
        return bytes(data)

    def following() -> bytes | None:
        head = exactly(HEAD.size)
        if head is None:
            return None
        (size,) = HEAD.unpack(head)
        return exactly(size) if size <= MAX_BYTES else None

    return following
