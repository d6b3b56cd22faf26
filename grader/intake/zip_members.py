"""The members of a zip file.

Not `zipfile`: it keeps the whole directory in memory, refuses all for one name that is no UTF-8, and
finds nothing in a file that was cut off.
"""

from __future__ import annotations

import stat
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grader.intake.members import ArchiveFile, Damaged, Inflated, Inflater, Kind, Member, bzip2, raw_deflate

_END = struct.Struct("<4s4H2IH")
_END_64 = struct.Struct("<4sQ2H2I4Q")
_LOCATOR_64 = struct.Struct("<4sIQI")
_CENTRAL = struct.Struct("<4s2B5H3I5H2I")
_LOCAL = struct.Struct("<4s5H3I2H")
_LONGEST_COMMENT = (1 << 16) - 1
_LONGEST_ENTRY = _CENTRAL.size + 3 * _LONGEST_COMMENT
_WINDOW = 1 << 20
_IN_EXTRA = (1 << 32) - 1  # where a number stands in the extra field of zip64
# What is decompressed in a damaged file in search of a member's end.
_SEARCHED_BYTES = 2**30

_ENCRYPTED, _SIZES_FOLLOW, _UTF_8 = 1, 8, 0x800
_METHODS: dict[int, Callable[[], Inflater] | None] = {0: None, 8: raw_deflate, 12: bzip2}


@dataclass(frozen=True)
class _Entry:
    """What a header says of a member; ``place`` is that of its data, or of the local header before them."""

    name: str
    flags: int
    method: int
    crc: int
    packed: int
    place: int
    mode: int = 0


def zip_members(file: ArchiveFile) -> Iterator[Member]:
    """List the members of a zip file, in their order; Damaged at the end of what can be read."""
    directory = _directory(file)
    if directory is None:
        yield from _by_local_headers(file)
        raise Damaged("is cut off or damaged")
    for entry in _entries(file, *directory):
        yield _member(entry, _behind_its_header(file, entry))


def has_directory(file: ArchiveFile) -> bool:
    """Whether a file ends as a zip file does, whatever stands before it."""
    return _directory(file) is not None


def _directory(file: ArchiveFile) -> tuple[int, int, int] | None:
    """Where the directory begins and ends, and how far all places are shifted; None if there is none."""
    begin = max(0, file.size - _END.size - _LONGEST_COMMENT)
    tail = file.at(begin, _END.size + _LONGEST_COMMENT)
    at = tail.rfind(b"PK\x05\x06", 0, max(0, len(tail) - _END.size + 4))
    if at < 0:
        return None
    end = begin + at
    *_, size, place, _ = _END.unpack_from(tail, at)
    locator = file.at(end - _LOCATOR_64.size, _LOCATOR_64.size)
    if locator.startswith(b"PK\x06\x07"):
        for end_64 in (end - _LOCATOR_64.size - _END_64.size, _LOCATOR_64.unpack(locator)[2]):
            record = file.at(end_64, _END_64.size)
            if len(record) == _END_64.size and record.startswith(b"PK\x06\x06"):
                end, (*_, size, place) = end_64, _END_64.unpack(record)
                break
    start = end - size
    if start < place or (size and file.at(start, 4) != b"PK\x01\x02"):
        return None
    if start > place and file.at(0, 4) == b"PK\x03\x04":
        return None  # cut off, and this is the end of a zip file within it
    return start, end, start - place


def _entries(file: ArchiveFile, start: int, end: int, shift: int) -> Iterator[_Entry]:
    """Read the directory, a part at a time."""
    window, base, place = b"", start, start
    while place < end:
        if place + _LONGEST_ENTRY > base + len(window):
            window, base = file.at(place, min(_WINDOW, end - place)), place
        at = place - base
        if len(window) - at < _CENTRAL.size or not window.startswith(b"PK\x01\x02", at):
            raise Damaged("has a damaged directory")
        (_, _, _, _, flags, method, _, _, crc, packed, unpacked, name, extra, comment, _, _, outer, local) = (
            _CENTRAL.unpack_from(window, at)
        )
        at += _CENTRAL.size
        more = window[at + name : at + name + extra]
        packed, local = _of_zip64(more, unpacked, packed, local)
        text = _name(window[at : at + name], flags, more)
        yield _Entry(text, flags, method, crc, packed, local + shift, outer >> 16)
        place += _CENTRAL.size + name + extra + comment


def _fields(extra: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at + 4 <= len(extra):
        tag, size = struct.unpack_from("<2H", extra, at)
        yield tag, extra[at + 4 : at + 4 + size]
        at += 4 + size


def _of_zip64(extra: bytes, unpacked: int, packed: int, local: int) -> tuple[int, int]:
    """The packed size and the place, taken from the extra field where they have no room elsewhere."""
    told = [unpacked, packed, local]
    if _IN_EXTRA in told:
        data = next((data for tag, data in _fields(extra) if tag == 1), b"")
        numbers = iter(struct.unpack(f"<{len(data) // 8}Q", data[: len(data) // 8 * 8]))
        told = [next(numbers, number) if number == _IN_EXTRA else number for number in told]
    return told[1], told[2]


def _name(raw: bytes, flags: int, extra: bytes) -> str:
    """Decode a name: UTF-8 where it is (macOS does not say so), else the code page of DOS."""
    for tag, data in _fields(extra):
        # Info-ZIP's and WinZip's name in Unicode, which holds for the name with this checksum.
        if tag == 0x7075 and data[:1] == b"\x01" and data[1:5] == zlib.crc32(raw).to_bytes(4, "little"):
            raw, flags = data[5:], flags | _UTF_8
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("utf-8", "surrogateescape") if flags & _UTF_8 else raw.decode("cp437")


def _member(entry: _Entry, pieces: Iterator[bytes]) -> Member:
    """Say what a member is, by the type that Unix gives it and by its name."""
    kind = stat.S_IFMT(entry.mode)
    if kind == stat.S_IFLNK:
        return Member(entry.name, Kind.OTHER, "is a link; links are not unpacked")
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return Member(entry.name, Kind.OTHER, "is no file (a pipe, a socket or a device)")
    if kind == stat.S_IFDIR or entry.name.endswith(("/", "\\")):
        return Member(entry.name, Kind.FOLDER)
    if entry.flags & _ENCRYPTED:
        return Member(entry.name, Kind.OTHER, "is encrypted: make the archive without a password")
    if entry.method not in _METHODS:
        reason = f"is compressed in a way that is not read here (method {entry.method})"
        return Member(entry.name, Kind.OTHER, reason)
    return Member(entry.name, Kind.FILE, pieces=pieces)


def _behind_its_header(file: ArchiveFile, entry: _Entry) -> Iterator[bytes]:
    head = file.at(entry.place, _LOCAL.size)
    if len(head) < _LOCAL.size or not head.startswith(b"PK\x03\x04"):
        raise Damaged("is not where the archive says")
    *_, name, extra = _LOCAL.unpack(head)
    yield from _content(file, entry, entry.place + _LOCAL.size + name + extra)


def _content(file: ArchiveFile, entry: _Entry, place: int) -> Iterator[bytes]:
    """The content of a member, whatever size it is said to have; Damaged if it is not what was packed."""
    make = _METHODS[entry.method]
    packed = file.pieces(place, entry.packed)
    crc = 0
    for piece in packed if make is None else Inflated(packed, make(), file.work):
        crc = zlib.crc32(piece, crc)
        yield piece
    if crc != entry.crc:
        raise Damaged("is damaged: its checksum is wrong")


def _by_local_headers(file: ArchiveFile) -> Iterator[Member]:
    """The members of a file without a directory, one behind the other."""
    place = 0
    while (head := file.at(place, _LOCAL.size)).startswith(b"PK\x03\x04") and len(head) == _LOCAL.size:
        _, _, flags, method, _, _, crc, packed, unpacked, name, extra = _LOCAL.unpack(head)
        names = file.at(place + _LOCAL.size, name + extra)
        packed, _ = _of_zip64(names[name:], unpacked, packed, 0)
        place += _LOCAL.size + name + extra
        entry = _Entry(_name(names[:name], flags, names[name:]), flags, method, crc, packed, place)
        following = place + packed
        if flags & _SIZES_FOLLOW and not packed:
            if (found := _sizes(file, entry)) is None:
                yield Member(entry.name, Kind.OTHER, "is cut off, or its end cannot be found")
                return
            entry, following = found
        yield _member(entry, _content(file, entry, place))
        place = following


def _sizes(file: ArchiveFile, entry: _Entry) -> tuple[_Entry, int] | None:
    """Find the end of a member whose size is told behind it; the entry with it, and where the next begins."""
    make = _METHODS.get(entry.method)
    if make is None or entry.flags & _ENCRYPTED:
        return None
    stream = Inflated(file.pieces(entry.place), make(), file.work)
    unpacked = 0
    try:
        for piece in stream:
            unpacked += len(piece)
            if unpacked > _SEARCHED_BYTES:
                return None
    except Damaged:
        return None
    end = entry.place + stream.used
    told = file.at(end, 28)
    marked = 4 if told.startswith(b"PK\x07\x08") else 0
    crc = int.from_bytes(told[marked : marked + 4], "little")
    size = next((size for size in (12, 20) if told.startswith(b"PK", marked + size)), 12)
    return _Entry(entry.name, entry.flags, entry.method, crc, stream.used, entry.place), end + marked + size
