"""Landlock: a worker can open what it may read, write nothing, and open no TCP connection.

The rules are made once, in the warm server; a worker only enters them.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from grader.isolate.system import syscall

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same numbers on every machine
_RULE_PATH_BENEATH = 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_FILE, _REFER, _TRUNCATE = (
    1 << 4,
    1 << 5,
    1 << 7,
    1 << 8,
    1 << 13,
    1 << 14,
)
_READ = _READ_FILE | _READ_DIR
_WRITE = _READ | _WRITE_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_FILE | _REFER | _TRUNCATE
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
# How many kinds of access to files each version of the interface knows of; later ones know 16.
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}


@cache
def version() -> int:
    """The version of the kernel's interface; 0 where there is none."""
    try:
        return syscall(_CREATE_RULESET, None, 0, 1, what="Landlock")
    except OSError:
        return 0


def ruleset(readable: Iterable[Path], writable: Path | None = None) -> int | None:
    """A descriptor of the rules, or None where there is no Landlock.

    Parameters
    ----------
    readable
        Files, and folders that may be read with all that is in them.
    writable
        A folder in which files and folders may be made, changed and removed.
    """
    known = version()
    if known < 1:
        return None
    files = (1 << _FILE_RIGHTS.get(known, 16)) - 1
    attributes = struct.pack("=QQQ", files, 3 if known >= 4 else 0, 3 if known >= 6 else 0)
    attributes = attributes[: 8 if known < 4 else 16 if known < 6 else 24]
    rules = syscall(_CREATE_RULESET, attributes, len(attributes), 0, what="landlock_create_ruleset")
    for path in readable:
        _allow(rules, path, _READ)
    if writable is not None:
        _allow(rules, writable, _WRITE & files)
    _allow(rules, Path("/dev/null"), _READ_FILE | _WRITE_FILE)
    return rules


def enter(rules: int) -> None:
    """Put this process, which must have given up new privileges, under the rules; raises OSError."""
    quiet = 1 if version() >= 7 else 0  # what is refused is no news for the kernel's log
    syscall(_RESTRICT_SELF, rules, quiet, what="landlock_restrict_self")


def _allow(rules: int, path: Path, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not path.is_dir():
            rights &= _ON_FILES
        rule = struct.pack("=Qi", rights, descriptor)
        syscall(_ADD_RULE, rules, _RULE_PATH_BENEATH, rule, 0, what=f"landlock_add_rule {path}")
    finally:
        os.close(descriptor)
