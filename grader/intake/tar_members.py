"""The members of a tar file, read from its beginning to its end.

Not `tarfile`: it reads the headers of long names into memory however large they say they are, and
the patterns it reads them with take quadratic time.
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.intake.members import Damaged, Kind, Member, Unreadable

BLOCK = 512
_HEADER_BYTES = 2**20  # of a header that holds names and attributes
_WITHOUT_DATA = b"123456"
_WHAT = {b"1": "is a link; links are not unpacked", b"2": "is a link; links are not unpacked"}


class Stream:
    """The bytes of a tar file in their order, ``most`` at the most, what is passed over included."""

    def __init__(self, pieces: Iterator[bytes], most: int | None = None) -> None:
        self._pieces = pieces
        self._most = most
        self._piece = b""
        self.place = 0

    def pieces(self, count: int) -> Iterator[bytes]:
        """So many bytes; Damaged if there are fewer."""
        while count > 0:
            if not self._piece:
                self._piece = next(self._pieces, b"")
                if not self._piece:
                    raise Damaged("is cut off")
            piece, self._piece = self._piece[:count], self._piece[count:]
            self.place += len(piece)
            count -= len(piece)
            if self._most is not None and self.place > self._most:
                raise Unreadable(f"The archive holds more than {self._most // 2**20} MB unpacked.")
            yield piece

    def read(self, count: int) -> bytes:
        """So many bytes, for few."""
        return b"".join(self.pieces(count))

    def skip_to(self, place: int) -> None:
        """Pass over all bytes before a place."""
        for _ in self.pieces(place - self.place):
            pass


def is_header(block: bytes) -> bool:
    """Whether a block is the header of a member: its checksum is right."""
    told = _number(block[148:156])
    return len(block) == BLOCK and told is not None and told == sum(block[:148]) + 256 + sum(block[156:])


def tar_members(stream: Stream, block: bytes) -> Iterator[Member]:
    """List the members of a tar file whose first block was read; Damaged at the end of what can be read."""
    long_name: bytes | None = None
    pax: dict[bytes, bytes] | None = {}
    while block.strip(b"\0"):
        if not is_header(block):
            raise Damaged("is damaged")
        size, kind = _number(block[124:136]), block[156:157]
        if pax and b"size" in pax and kind not in b"xXgLK":
            size = _decimal(pax[b"size"])
        if size is None:
            raise Damaged("is damaged: it does not say how large a member is")
        padded = -(-size // BLOCK) * BLOCK
        end = stream.place + padded
        if kind in (b"x", b"X"):
            pax = _pax(stream.read(size)) if size <= _HEADER_BYTES else None
        elif kind == b"L":
            long_name = stream.read(size).partition(b"\0")[0] if size <= _HEADER_BYTES else b""
        elif kind not in (b"g", b"K"):
            if kind == b"S":
                _pass_map(stream, block)
                end = stream.place + padded
            elif kind in _WITHOUT_DATA:
                end = stream.place
            yield _member(stream, block, size, long_name, pax)
            long_name, pax = None, {}
        stream.skip_to(end)
        block = stream.read(BLOCK)


def _member(
    stream: Stream, block: bytes, size: int, long_name: bytes | None, pax: dict[bytes, bytes] | None
) -> Member:
    raw, kind = _raw_name(block), block[156:157]
    if pax is None or long_name == b"":
        return Member(_text(raw), Kind.OTHER, "has a damaged header, so its name is not known")
    name = _text(pax.get(b"GNU.sparse.name") or pax.get(b"path") or long_name or raw)
    if kind == b"5" or (kind in (b"0", b"\0") and name.endswith("/")):
        return Member(name, Kind.FOLDER)
    if kind == b"S" or any(key.startswith(b"GNU.sparse.") for key in pax):
        return Member(name, Kind.OTHER, "is stored as a file with holes, which is not read here")
    if kind not in (b"0", b"\0", b"7"):
        return Member(name, Kind.OTHER, _WHAT.get(kind, "is no file (a pipe, a socket or a device)"))
    return Member(name, Kind.FILE, pieces=stream.pieces(size))


def _pass_map(stream: Stream, block: bytes) -> None:
    """Pass over the blocks that say where the holes of a file are (GNU)."""
    more = block[482]
    while more:
        more = stream.read(BLOCK)[504]


def _raw_name(block: bytes) -> bytes:
    name = block[:100].partition(b"\0")[0]
    prefix = block[345:500].partition(b"\0")[0] if block[257:263] == b"ustar\0" else b""
    return prefix + b"/" + name if prefix else name


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _number(field: bytes) -> int | None:
    """A number of a header: in octal digits, or in binary where it is large; None if it is none."""
    if field[:1] == b"\x80":
        return int.from_bytes(field[1:], "big")
    digits = field.partition(b"\0")[0].strip(b" ")
    if digits.strip(b"01234567"):
        return None
    return int(digits or b"0", 8)


def _decimal(digits: bytes) -> int | None:
    return int(digits) if digits.isdigit() and len(digits) <= 20 else None


def _pax(data: bytes) -> dict[bytes, bytes] | None:
    """The records ``length key=value`` of an extended header; None if they are none."""
    records, at = dict[bytes, bytes](), 0
    while at < len(data) and data[at]:
        digits, blank, _ = data[at : at + 21].partition(b" ")
        length = _decimal(digits)
        if not blank or not length or data[at + length - 1 : at + length] != b"\n":
            return None
        key, equals, value = data[at + len(digits) + 1 : at + length - 1].partition(b"=")
        if not equals:
            return None
        records[key] = value
        at += length
    return records
