"""From the bytes of a file to text: what was handed in, in which encoding, and what cannot be read.

The text of a student is only looked at, never compiled: all of this runs in the grader itself.
"""

from __future__ import annotations

import encodings
import re
from encodings.aliases import aliases

MAX_FILE_BYTES = 32 * 2**20
MAX_CODE_BYTES = 8 * 2**20

# The cookie of PEP 263, on the first line or on the second if the first holds no code.
_COOKIE = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)")
_NO_CODE = re.compile(rb"[ \t\f]*(?:#|$)")
_NEWLINE = re.compile(rb"\r\n?|\n")
_ZIP = b"PK\x03\x04"

# Character sets only. The codecs of Python that transform text (utf_7, rot13, unicode_escape, hex, zip)
# would let a file say one thing to a reader and another to the interpreter.
_CHARACTER_SETS = re.compile(
    r"utf_8(_sig)?|ascii|latin_1|iso8859_([2-9]|10|11|13|14|15|16)|koi8_[rtu]|gb2312|gbk|gb18030"
    r"|big5(hkscs)?|cp125[0-8]|cp(437|850|852|866|874|932|949|950)|tis_620|mac_roman"
    r"|shift_jis(_2004)?|shift_jisx0213|euc_(jp|kr|jis_2004|jisx0213)"
)

_PYTHON_LINE = re.compile(
    r"^[ \t]*(?:def|class|import|from|async[ \t]+def)[ \t]+\w|^(?:\"\"\"|'''|@\w)|^\w+[ \t]*=[ \t]*\S",
    re.MULTILINE,
)


class NotReadable(Exception):
    """Why a file cannot be graded; ``status`` is the status of the result."""

    def __init__(self, problem: str, status: str = "unreadable") -> None:
        super().__init__(problem)
        self.problem = problem
        self.status = status


def _zip_kind(data: bytes) -> str:
    for member, kind in (
        (b"word/", "a Word document"),
        (b"xl/", "an Excel workbook"),
        (b"ppt/", "a PowerPoint presentation"),
        (b"opendocument", "an OpenDocument file"),
        (b"data.pkl", "a file of torch.save"),
    ):
        if member in data:
            return kind
    return "a zip archive"


def what_it_is(data: bytes) -> str | None:
    """Say what a file is that is not text ("a PDF document"), by its first bytes; None if it may be text."""
    if data.startswith((_ZIP, b"PK\x05\x06")):
        return _zip_kind(data)
    for magic, kind in (
        (b"%PDF-", "a PDF document"),
        (b"{\\rtf", "a rich text (RTF) document"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of an old Office version"),
        (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
        (b"\xff\xd8\xff", "a picture (JPEG)"),
        (b"II*\x00", "a picture (TIFF)"),
        (b"MM\x00*", "a picture (TIFF)"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"BZh9", "a bzip2 archive"),
        (b"\xfd7zXZ\x00", "an xz archive"),
        (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
        (b"Rar!\x1a\x07", "a RAR archive"),
        (b"\x93NUMPY", "a numpy array file"),
        (b"\x89HDF\r\n\x1a\n", "an HDF5 file"),
        (b"\x7fELF", "a compiled program"),
        (b"SQLite format 3\x00", "a database"),
    ):
        if data.startswith(magic):
            return kind
    if data[1:4] == b"\x0d\x0d\x0a":
        return "a compiled Python file (.pyc)"
    if data[4:8] == b"ftyp" and b"\x00" in data[:4]:
        return "a picture (HEIC) or a video"
    # These three begin with letters that could begin a Python name, so a NUL byte must follow.
    if b"\x00" in data[:32]:
        if data.startswith((b"GIF87a", b"GIF89a")):
            return "a picture (GIF)"
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return "a picture (WebP)"
        if data.startswith(b"BM") and int.from_bytes(data[2:6], "little") == len(data):
            return "a picture (BMP)"
    if data[:256].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith((b"<!doctype html", b"<html", b"<?xml")):
        return "a web page (HTML) or XML"
    return None


def _wide_encoding(data: bytes) -> str | None:
    """UTF-16 and UTF-32, with a byte-order mark or told by the NUL bytes between ASCII letters."""
    if data.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        return "UTF-32"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    sample = data[:512]
    even, odd = sample[0::2], sample[1::2]
    if len(sample) >= 8:
        for low, high in ((even, odd), (odd, even)):
            if 0 not in low and high.count(0) >= 0.8 * len(high):
                return "UTF-16"
    return None


def declared_encoding(data: bytes) -> str | None:
    """Return the encoding that a file declares (PEP 263), as it is written there."""
    # Two lines are enough, and a line of a declaration is short: a huge first line is not copied.
    lines = _NEWLINE.split(data[:4096], maxsplit=2)[:2]
    for line in lines:
        if found := _COOKIE.match(line):
            return found[1].decode("ascii")
        if not _NO_CODE.match(line):
            break
    return None


def _codec(declared: str) -> str:
    """Name the codec of a declared encoding, by Python's table of aliases: nothing is imported."""
    name = encodings.normalize_encoding(declared).lower()
    # As CPython reads it: "utf-8-unix" and "latin-1-dos" are what Emacs writes.
    for prefix, codec in (("utf_8", "utf_8"), ("latin_1", "latin_1"), ("iso_8859_1", "latin_1")):
        if name == prefix or name.startswith(prefix + "_"):
            return codec
    name = aliases.get(name, name)
    if re.fullmatch(r"iso_8859_\d+", name):
        name = name.replace("iso_8859", "iso8859")
    if not _CHARACTER_SETS.fullmatch(name):
        raise NotReadable(
            f"The file declares the encoding {declared!r}, which is not a character set that is read here. "
            "Save it as UTF-8 and remove the declaration.",
            "syntax_error",
        )
    return name


def _line(data: bytes, place: int) -> int:
    return len(_NEWLINE.findall(data, 0, place)) + 1


def _binary(data: bytes, place: int) -> str:
    kind = _zip_kind(data) if data.startswith(_ZIP, place) else "binary data"
    return (
        f"This is not a text file: from line {_line(data, place)} on it holds {kind}. "
        "Hand in the Python code or the notebook alone."
    )


def decode(data: bytes) -> str:
    r"""Decode the bytes of a source file or a notebook; line ends become ``\n``, nothing else is changed.

    Parameters
    ----------
    data
        All bytes of the file.

    Returns
    -------
    str
        The text without a byte-order mark. NUL bytes stay: what compiles is the compiler's word.

    Raises
    ------
    NotReadable
        With a sentence for the student and the status of the result.
    """
    if kind := what_it_is(data):
        raise NotReadable(f"This is {kind}, not Python code. Hand in the .py file or the notebook itself.")
    if wide := _wide_encoding(data):
        raise NotReadable(f"The file is saved as {wide}. Save it as UTF-8 and hand it in again.")
    marked = data.startswith(b"\xef\xbb\xbf")
    data = data[3:] if marked else data
    declared = declared_encoding(data)
    codec = _codec(declared) if declared else "utf_8"
    if marked and codec != "utf_8":
        raise NotReadable(
            f"The file begins with the byte-order mark of UTF-8 but declares the encoding {declared!r}. "
            "Remove the declaration.",
            "syntax_error",
        )
    if b"\x00" in data and _ZIP in data:  # in some declared encodings it would be text
        raise NotReadable(_binary(data, data.index(_ZIP)))
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        if b"\x00" in data:
            raise NotReadable(_binary(data, min(error.start, data.index(b"\x00")))) from None
        raise NotReadable(_undecodable(declared, _line(data, error.start))) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _undecodable(declared: str | None, line: int) -> str:
    if declared:
        return (
            f"The file declares the encoding {declared!r}, but line {line} holds bytes that are none of its. "
            "Save the file as UTF-8."
        )
    return (
        f"Line {line} holds bytes that are not UTF-8, and the file declares no other encoding. "
        "Save the file as UTF-8, or declare its encoding in the first line (# -*- coding: latin-1 -*-)."
    )


def looks_like_python(text: str) -> bool:
    """Whether some line begins as Python code does; for files whose name says something else."""
    return _PYTHON_LINE.search(text) is not None
