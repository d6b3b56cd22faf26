"""A trip over the wall and back, and what it means that nothing changed on the way."""

from __future__ import annotations

import struct

import numpy as np

from grader.codec import check_value, decoder, encode, pack, revive
from grader.worker.protocol import Frame, Seen

read_frame = decoder(Frame)


def message(value):
    """The bytes in which a worker tells a value."""
    return pack(Seen(0, 0, value, None))


def round_trip(obj):
    """Encode, send, decode, check and revive."""
    frame = read_frame(message(encode(obj)))
    check_value(frame.value)
    return revive(frame.value)


def alike(one, other):
    """Whether two objects are equal in type, order and every bit."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict):
        return alike(list(one.items()), list(other.items()))
    if isinstance(one, float):
        return struct.pack("<d", one) == struct.pack("<d", other)
    if isinstance(one, complex):
        return struct.pack("<dd", one.real, one.imag) == struct.pack("<dd", other.real, other.imag)
    if isinstance(one, np.generic):
        return one.tobytes() == other.tobytes()
    return one == other
