"""Progress as a file of its own: to keep a copy, and to join what was done on several machines."""

from __future__ import annotations

import codecs
import os
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec

from grader.errors import UsageError
from grader.escape import clean
from grader.practice.database import is_own_name
from grader.practice.events import Event, now
from grader.practice.progress import Progress, data_folder
from grader.reports.writing import write_whole

SCHEMA = 1
# A million entries, which nobody ever gets to.
MAX_BYTES = 256 * 2**20


class Exported(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an export holds."""

    schema: Annotated[int, msgspec.Meta(ge=SCHEMA, le=SCHEMA)]
    exported_at: str
    events: list[Event]


class _Head(msgspec.Struct, frozen=True):
    """What a file must hold to be any export at all."""

    schema: int
    exported_at: str


def exported(progress: Progress) -> tuple[bytes, int]:
    """All events as a JSON document, a line for each, and how many they are."""
    events = progress.events()
    start = msgspec.json.encode(Exported(SCHEMA, now(), [])).removesuffix(b"]}")
    lines = b",\n".join(map(msgspec.json.encode, events))
    return b"%b\n%b\n]}\n" % (start, lines), len(events)


def require_free(path: Path) -> None:
    """Refuse to write where something is already, or where there is no folder; raises `UsageError`."""
    shown = clean(str(path))
    if path.is_dir():
        inside = clean(str(path / "progress.json"))
        raise UsageError(f"{shown} is a folder. Give the name of a file, say {inside}.")
    if os.path.lexists(path):
        other = path.with_name(f"{path.stem}-{now()[:10]}{path.suffix or '.json'}")
        raise UsageError(
            f"{shown} is there already and stays as it is. Give another name, say {clean(str(other))}."
        )
    if not path.parent.is_dir():
        raise UsageError(
            f"there is no folder {clean(str(path.parent))}. Make it first, or give another name."
        )
    folder = data_folder()
    if is_own_name(path.name) and folder.is_dir() and folder.samefile(path.parent):
        raise UsageError(f"{shown} is a name that kata itself uses. Give another name or folder.")


def write_export(path: Path, document: bytes) -> None:
    """Write an export where nothing is yet, whole or not at all; raises `UsageError`."""
    require_free(path)
    write_whole(path, document)


def open_export(path: Path) -> BinaryIO:
    """Open what may be an export; raises `OSError`, or `UsageError` if it is no file and may never end."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise UsageError(
            f"{clean(str(path))} is no file. What another program writes can be taken in through a pipe: "
            "`... | kata progress --import -`."
        )
    return path.open("rb")


def take_in(progress: Progress, file: BinaryIO, name: str) -> tuple[int, int]:
    """Join an export to what is known; gives how many of its events were new, and how many it holds.

    Raises
    ------
    UsageError
        It is no export, or damaged; nothing was changed.
    HarnessError
        The events cannot be kept.
    """
    content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise UsageError(_refused(name, f"it is larger than {MAX_BYTES // 2**20} MiB"))
    try:
        content = _as_utf_8(content)
        head = msgspec.json.decode(content, type=_Head)
        if head.schema > SCHEMA:
            raise UsageError(
                f"{name} was written by a newer kata (schema {head.schema}, this one reads {SCHEMA}): "
                "install that with `pip install --upgrade kata-grader`. Nothing was changed."
            )
        events = msgspec.json.decode(content, type=Exported).events
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise UsageError(_refused(name, clean(str(fault)))) from None
    return progress.record(*events), len(events)


def _as_utf_8(content: bytes) -> bytes:
    """What editors and shells of Windows make of a file, as it was written."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16").encode()
    return content.removeprefix(codecs.BOM_UTF8)


def _refused(name: str, why: str) -> str:
    return (
        f"{name} is no whole export of progress ({why}). Nothing was changed. `kata progress --export FILE` "
        "writes one."
    )
