"""Messages to msgpack bytes and back, decoded to exactly one type."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from grader.codec.counting import require_few_items
from grader.codec.formats import MAX_ITEMS
from grader.errors import MalformedFrame

_encode_message = msgspec.msgpack.Encoder().encode


def pack(message: msgspec.Struct) -> bytes:
    """A message as msgpack bytes."""
    return _encode_message(message)


def decoder(kind: Any, max_items: int | None = MAX_ITEMS) -> Callable[[bytes], Any]:
    """A function that decodes bytes to exactly ``kind`` or raises `MalformedFrame`.

    Parameters
    ----------
    kind
        A type of messages.
    max_items
        How many msgpack items the bytes may hold; None where whoever wrote them is trusted.
    """
    decode = msgspec.msgpack.Decoder(kind).decode

    def read(data: bytes) -> Any:
        if max_items is not None:
            require_few_items(data, max_items)
        try:
            with _uncollected():
                return decode(data)
        except (msgspec.MsgspecError, ValueError, RecursionError, OverflowError, MemoryError) as fault:
            raise MalformedFrame(f"{type(fault).__name__}: {str(fault)[:200]}") from None

    return read


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Do without the search for cycles in what holds none, most of the time that a large message takes."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
