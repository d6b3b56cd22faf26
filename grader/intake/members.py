"""The members of an archive, whatever its format, and its bytes read piece by piece.

Of an archive no more than one piece is in memory at a time, and no number that stands in it is believed:
it is for whoever asks for the pieces to stop.
"""

from __future__ import annotations

import bz2
import enum
import lzma
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from grader.intake.source import why

PIECE = 1 << 16
_LZMA_BYTES = 192 * 2**20  # what the decoder of xz may take; the largest preset (-9) needs 65 MB
_MAX_STREAMS = 10_000


class Unreadable(Exception):
    """Why an archive as a whole is not unpacked, as a sentence for whoever made it."""


class Damaged(Exception):
    """Why a member, or the rest of an archive, cannot be read: what follows "it"."""


class Kind(enum.Enum):
    """What a member is; of what is OTHER, its reason says why it is not unpacked."""

    FILE = enum.auto()
    FOLDER = enum.auto()
    OTHER = enum.auto()


class Work:
    """Counts the bytes that come out of an archive and those inside it, whatever becomes of them.

    What is passed over, or belongs to an archive that is refused in the end, takes time all the same.
    """

    def __init__(self, most: int, outer: Work | None = None) -> None:
        self.most = most
        self.outer = outer
        self.done = 0

    def add(self, count: int) -> None:
        """Count; Unreadable if it is too much."""
        if self.outer is not None:
            self.outer.add(count)
        self.done += count
        if self.done > self.most:
            raise Unreadable(
                f"To read the archive and those that it lies in or beside takes more than "
                f"{self.most // 2**20:,} MB unpacked. Make one of the code alone."
            )


@dataclass(frozen=True)
class Member:
    """One member of an archive. Its pieces are to be asked for before the next member is, or never."""

    name: str
    kind: Kind
    reason: str = ""
    pieces: Iterable[bytes] = ()


class ArchiveFile:
    """The bytes of an archive by their place. Where they cannot be read, that is the archive's fault."""

    def __init__(self, descriptor: int, work: Work) -> None:
        self._descriptor = descriptor
        self.work = work
        self.size = os.fstat(descriptor).st_size

    def at(self, place: int, count: int) -> bytes:
        """As many bytes from a place on, fewer where the file ends."""
        if not 0 <= place < self.size or count <= 0:
            return b""
        try:
            return os.pread(self._descriptor, count, place)
        except OSError as error:
            raise Unreadable(f"The archive cannot be read: {why(error)}.") from None

    def pieces(self, place: int, count: int | None = None) -> Iterator[bytes]:
        """The bytes from a place on, all or so many; Damaged if there are not so many."""
        left = self.size - place if count is None else count
        while left > 0:
            piece = self.at(place, min(PIECE, left))
            if not piece:
                raise Damaged("is cut off")
            place, left = place + len(piece), left - len(piece)
            yield piece


class Inflater(Protocol):
    """A decompressor as those of bz2 and lzma are."""

    @property
    def eof(self) -> bool:
        """Whether the stream has come to its end."""

    @property
    def needs_input(self) -> bool:
        """Whether nothing more comes without more bytes."""

    @property
    def unused_data(self) -> bytes:
        """What follows the stream's end."""

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        """Give so much at the most of what the bytes hold."""


class _Deflate:
    """The decompressor of zlib in the form of the others."""

    def __init__(self, window: int) -> None:
        self._zlib = zlib.decompressobj(window)

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def needs_input(self) -> bool:
        return not self._zlib.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._zlib.unused_data

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        return self._zlib.decompress(self._zlib.unconsumed_tail + data, max_length)


def raw_deflate() -> Inflater:
    """The decompressor of zip's usual method."""
    return _Deflate(-zlib.MAX_WBITS)


def bzip2() -> Inflater:
    """The decompressor of bzip2."""
    return bz2.BZ2Decompressor()


def _gzip() -> Inflater:
    return _Deflate(zlib.MAX_WBITS + 16)


def _xz() -> Inflater:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_LZMA_BYTES)


COMPRESSED: tuple[tuple[bytes, str, Callable[[], Inflater]], ...] = (
    (b"\x1f\x8b", "gzip", _gzip),
    (b"BZh", "bzip2", bzip2),
    (b"\xfd7zXZ\x00", "xz", _xz),
)
"""How a compressed file begins, what it is called, and what unpacks it."""


class Inflated:
    """What a compressed stream holds, in pieces; Damaged where it breaks off."""

    def __init__(self, pieces: Iterator[bytes], inflater: Inflater, work: Work) -> None:
        self._pieces = pieces
        self._inflater = inflater
        self._work = work
        self._taken = 0

    @property
    def used(self) -> int:
        """How many bytes the stream took, once it has come to its end."""
        return self._taken - len(self._inflater.unused_data)

    def __iter__(self) -> Iterator[bytes]:
        inflater = self._inflater
        while not inflater.eof:
            hungry = inflater.needs_input
            data = next(self._pieces, b"") if hungry else b""
            self._taken += len(data)
            try:
                piece = inflater.decompress(data, PIECE)
            except (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError):
                raise Damaged("is damaged: it cannot be decompressed") from None
            if piece:
                self._work.add(len(piece))
                yield piece
            elif hungry and not data:
                raise Damaged("is cut off")


def decompressed(file: ArchiveFile, magic: bytes, make: Callable[[], Inflater]) -> Iterator[bytes]:
    """What a compressed file holds; several streams behind one another are one, as gzip has it."""
    place = 0
    for _ in range(_MAX_STREAMS):
        stream = Inflated(file.pieces(place), make(), file.work)
        yield from stream
        place += stream.used
        if file.at(place, len(magic)) != magic:
            return
