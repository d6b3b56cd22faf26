"""How paths are shown to whoever works in them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from grader.escape import for_terminal


def shown_path(path: Path) -> str:
    """A path from the current folder, or as a whole where that is shorter; safe to show."""
    whole = os.path.abspath(path)  # noqa: PTH100 - the name that was given, not where a link leads
    try:
        near = os.path.relpath(whole)
    except (OSError, ValueError):  # on another drive, or the current folder is gone
        near = whole
    return for_terminal(min(near, whole, key=len))


def near(path: Path) -> Path:
    """A path from the current folder, if it lies in it; otherwise as it is."""
    with suppress(OSError, ValueError):  # this folder is gone, or the path is not below it
        return path.absolute().relative_to(Path.cwd())
    return path


def shown_folder(path: Path) -> str:
    """A folder in the same way; this one in words."""
    told = shown_path(path)
    return "this folder" if told == "." else told
