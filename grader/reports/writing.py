"""Reports on the disk: written whole or not at all, under names that every system takes."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import tempfile
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from grader.errors import UsageError
from grader.escape import clean

# In letters of four bytes, with a fingerprint, still a name that every file system takes.
MAX_STEM = 60
_UNUSUAL = re.compile(r"[^\w.-]")
# What Windows does not take for a name, whatever its ending.
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def write_whole(path: Path, data: bytes | Iterable[bytes], *, durable: bool = True) -> None:
    """Put a file in its place when all of it is written, for its owner alone.

    ``durable`` waits until it is on the disk: not for files that are many and easily made again.

    Raises
    ------
    UsageError
        If its folder is not there, or it cannot be written.
    """
    shown = clean(str(path))
    if path.is_dir():
        raise UsageError(f"{shown} is a folder: give a file with -o.")
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {clean(str(path.parent))}: make it first, or give another -o.")
    try:
        descriptor, partial = tempfile.mkstemp(dir=path.parent, prefix=".kata-", suffix=".partial")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.writelines([data] if isinstance(data, bytes) else data)
                file.flush()
                if durable:
                    os.fsync(file.fileno())
            Path(partial).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(partial).unlink()
            raise
    except OSError as fault:
        raise UsageError(f"{shown} cannot be written: {fault.strerror or fault}.") from None


def make_folder(path: Path) -> None:
    """Make a folder for reports, for its owner alone, if it is not there; what it lies in must be.

    Raises
    ------
    UsageError
        If it cannot be made.
    """
    try:
        path.mkdir(mode=0o700, exist_ok=True)
    except FileNotFoundError:
        raise UsageError(
            f"there is no folder {clean(str(path.parent))}: make it first, or give another -o."
        ) from None
    except FileExistsError:
        raise UsageError(f"{clean(str(path))} is a file: give a folder with -o.") from None
    except OSError as fault:
        raise UsageError(f"{clean(str(path))} cannot be made: {fault.strerror or fault}.") from None


def safe_names(texts: Iterable[str]) -> dict[str, str]:
    """A name for a file or folder for each text, no two alike even where capitals make no difference.

    What is harmless stays; whatever had to be changed ends with a fingerprint of the text.
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    for text in texts:
        if text in names:
            continue
        name = _safe(text)
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        name = name if name == text else f"{name}-{digest}"
        while name.casefold() in taken:
            name = f"{name}-{digest}"
        taken.add(name.casefold())
        names[text] = name
    return names


def _safe(text: str) -> str:
    told = _UNUSUAL.sub("_", unicodedata.normalize("NFC", text))[:MAX_STEM].strip("._-")
    return f"_{told}" if not told or _RESERVED.fullmatch(told) else told
