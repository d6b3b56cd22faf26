"""How many msgpack items there are: in bytes before they are decoded, and in a value before it is sent.

A tiny item takes a byte of a frame and fifty or more in memory, so a frame of 64 MB could fill the
reader's memory while it is decoded, long before `check_value` has anything to look at.
"""

from __future__ import annotations

import builtins

from grader.errors import MalformedFrame
from grader.model import Array, Blob, Failure, Mapping, Null, Number, Opaque, Packed, Sequence, Text, Value

# The functions below look names up here, where no submission has replaced any.
__builtins__ = dict(vars(builtins))  # type: ignore[assignment]

# What a leaf holds: the head of its array, its tag and its fields.
_LEAF_ITEMS = {Null: 2, Number: 4, Text: 3, Blob: 3, Opaque: 4}
_ERROR_ITEMS = 12


def require_few_items(data: bytes, most: int) -> None:
    """Refuse a message of more than ``most`` msgpack items, in less time than it takes to decode as many.

    A message of no more bytes than that is not looked at. What is cut off is left to whoever decodes it.

    Raises
    ------
    MalformedFrame
        There are more, or there is one that `pack` does not write: an extension, or a text or
        bytes whose length is told in more bytes than it needs.
    """
    if len(data) <= most:
        return
    steps, at = _STEPS, 0
    try:
        for _ in range(most):
            step = steps[data[at]]
            if step:
                at += step
            elif data[at] in _SHORT:
                at += 2 + data[at + 1]
            else:
                at = _beyond_long(data, at)
    except IndexError:
        return
    if at < len(data):
        raise MalformedFrame(f"more than {most:,} items")


def _beyond_long(data: bytes, at: int) -> int:
    """Where the item behind a text or bytes of 256 bytes or more begins."""
    if data[at] not in _LENGTH_BYTES:
        raise MalformedFrame("an item of a kind that no message has")
    width = _LENGTH_BYTES[data[at]]
    length = int.from_bytes(data[at + 1 : at + 1 + width], "big")
    if length >> 4 * width == 0:
        raise MalformedFrame("a length told in more bytes than it needs")
    return at + 1 + width + length


def items_in(value: Value) -> int:
    """How many msgpack items a value takes on the wire."""
    kind = type(value)
    if kind in _LEAF_ITEMS:
        return _LEAF_ITEMS[kind]
    if kind is Sequence:
        return 4 + sum(map(items_in, value.items))  # type: ignore[union-attr, arg-type]
    if isinstance(value, Packed):
        runs = len(value.kinds) + sum(map(len, value.levels))
        return 6 + 2 * len(value.shape) + 3 * runs
    if isinstance(value, Mapping):
        return 3 + sum(1 + items_in(key) + items_in(item) for key, item in value.items)
    if isinstance(value, Array):
        return 6 + len(value.shape)
    assert isinstance(value, Failure)
    return _ERROR_ITEMS + len(value.error.bases)


def _fixed_steps() -> list[int]:
    """How long an item is by its first byte, heads of arrays and maps alone; 0 where it does not tell."""
    steps = [1] * 256  # small integers, nil, booleans, heads of small arrays and maps
    for length in range(32):
        steps[0xA0 + length] = 1 + length
    wider = {0xCA: 5, 0xCB: 9, 0xDC: 3, 0xDD: 5, 0xDE: 3, 0xDF: 5}
    wider |= {0xCC: 2, 0xCD: 3, 0xCE: 5, 0xCF: 9, 0xD0: 2, 0xD1: 3, 0xD2: 5, 0xD3: 9}
    for code, step in wider.items():
        steps[code] = step
    for code in (*_SHORT, *_LENGTH_BYTES, *_EXTENSIONS):
        steps[code] = 0
    return steps


# First bytes of bytes and of texts, whose length follows in one byte, or in two or four.
_SHORT = frozenset((0xC4, 0xD9))
_LENGTH_BYTES = {0xC5: 2, 0xC6: 4, 0xDA: 2, 0xDB: 4}
_EXTENSIONS = (0xC1, 0xC7, 0xC8, 0xC9, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8)
_STEPS = _fixed_steps()
