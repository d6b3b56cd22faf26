"""What an exception stands for, and what it says."""

from __future__ import annotations

import re

from grader.model import Error, Status

ALLOCATION_TEXTS = ("can't allocate memory", "not enough memory", "Unable to allocate")
# What the system says (ENOMEM, EPERM, EACCES), in an OSError or handed on by a library in a RuntimeError.
NO_MEMORY = "Cannot allocate memory"
DENIED_TEXTS = ("Operation not permitted", "Permission denied")
NO_THREAD = "can't start new thread"
# What is read-only, or cannot be asked, where the server has no disk to write to and no network.
CLOSED_TEXTS = ("Read-only file system", "Temporary failure in name resolution")


def error_status(error: Error) -> Status:
    """The status that an exception stands for."""
    text, bases = error.message, error.bases
    by_library = "RuntimeError" in bases
    no_memory = NO_MEMORY in text and (by_library or "OSError" in bases)
    if "MemoryError" in bases or no_memory or (by_library and any(t in text for t in ALLOCATION_TEXTS)):
        return Status.OUT_OF_MEMORY
    denied = by_library and (text == NO_THREAD or any(t in text for t in DENIED_TEXTS))
    closed = "OSError" in bases and any(t in text for t in CLOSED_TEXTS)
    if "PermissionError" in bases or denied or closed:
        return Status.FORBIDDEN
    return Status.RAISED


def text_without_place(error: Error) -> str:
    """The text of an exception; that of a SyntaxError without the `` (file, line N)`` at its end."""
    if "SyntaxError" not in error.bases or not error.line:
        return error.message
    file = re.escape(error.unit.rpartition("/")[2])
    return re.sub(rf" \((?:{file}, )?line \d{{1,9}}\)\Z", "", error.message)
