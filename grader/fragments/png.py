"""A PNG file of few colours, as bytes: enough for the cells of a large table."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.fragments.colours import Colour

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_BITS, _WITH_PALETTE = 8, 3


def write_png(dots: Any, palette: Sequence[Colour]) -> bytes:
    """An image of one dot for each number, which says which colour of the palette it has."""
    height, width = dots.shape
    lines = np.zeros((height, width + 1), dtype="uint8")  # each begins with the filter "none"
    lines[:, 1:] = dots
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, _BITS, _WITH_PALETTE, 0, 0, 0)),
            _chunk(b"PLTE", bytes(channel for colour in palette for channel in colour)),
            _chunk(b"IDAT", zlib.compress(lines.tobytes(), 9)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
