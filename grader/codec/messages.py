"""Messages to msgpack bytes and back, decoded to exactly one type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from grader.errors import MalformedFrame

_encode_message = msgspec.msgpack.Encoder().encode


def pack(message: msgspec.Struct) -> bytes:
    """A message as msgpack bytes."""
    return _encode_message(message)


def decoder(kind: Any) -> Callable[[bytes], Any]:
    """A function that decodes bytes to exactly ``kind`` or raises `MalformedFrame`."""
    decode = msgspec.msgpack.Decoder(kind).decode

    def read(data: bytes) -> Any:
        try:
            return decode(data)
        except (msgspec.MsgspecError, ValueError, RecursionError, OverflowError, MemoryError) as fault:
            raise MalformedFrame(f"{type(fault).__name__}: {str(fault)[:200]}") from None

    return read
