"""The pages of a report on the disk: names that are safe whatever a student is called, and none left over."""

from __future__ import annotations

import contextlib
import hashlib
import re
import unicodedata
from collections.abc import Container
from pathlib import Path

_MAX_SLUG = 32
# What shows that a page is ours stands near its beginning.
_MARK_WITHIN = 500


def page_name(student: str, exercise: str) -> str:
    """The name of the page of a student and exercise.

    It is of ASCII letters, digits, ``-`` and ``_``, is shorter than 100 characters, names no device of
    Windows, and differs from the names for all others, on systems that do not tell a from A too.
    """
    both = f"{student}\0{exercise}".encode("utf-8", "surrogatepass")
    slugs = [slug for slug in (_slug(student), _slug(exercise)) if slug]
    return f"{'-'.join([*slugs, hashlib.sha256(both).hexdigest()[:12]])}.html"


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text[: 8 * _MAX_SLUG]).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9_]+", "-", plain)[:_MAX_SLUG].strip("-")


def remove_stale(folder: Path, kept: Container[str], mark: str) -> None:
    """Remove what a former report wrote into a folder and this one did not.

    Only files that begin with the mark of such pages are touched, and no links.
    """
    for path in folder.iterdir():
        if path.name not in kept and path.suffix in (".html", ".md") and not path.is_symlink():
            # What cannot be read or removed is somebody else's.
            with contextlib.suppress(OSError):
                if path.is_file() and _begins_with(path, mark.encode()):
                    path.unlink()


def _begins_with(path: Path, mark: bytes) -> bool:
    with path.open("rb") as file:
        return mark in file.read(_MARK_WITHIN)
