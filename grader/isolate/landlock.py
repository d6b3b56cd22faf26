"""Landlock: which files a worker may read. It may write none, and open no TCP connection.

A worker reads the standard library, numpy, torch and what those two depend on. Everything else,
the exercise pack with its solutions above all, does not exist for it. The rules are made once, in
the warm server; a worker only enters them.
"""

from __future__ import annotations

import ctypes
import os
import re
import struct
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same numbers on every machine
_RULE_PATH_BENEATH = 1
_READ_FILE, _READ_DIR, _WRITE_FILE = 1 << 2, 1 << 3, 1 << 1
# How many kinds of access to files each version of the interface knows of; later ones know 16.
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}
_SYSTEM = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/usr/share/zoneinfo",
    "/dev/urandom",
    "/proc/cpuinfo",
    "/sys/devices/system/cpu",
)
_PACKAGES = ("numpy", "torch")
_PACKAGE_FOLDERS = ("site-packages", "dist-packages")

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def version() -> int:
    """The version of the kernel's interface; 0 where there is none."""
    found: int = _libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    return max(found, 0)


def ruleset(root: Path) -> int | None:
    """A descriptor of the rules, or None where there is no Landlock.

    Parameters
    ----------
    root
        The folder that holds this package. If it, or its catalogue, lies below a folder that must
        be readable as a whole, the rules would hide nothing, and there are none.
    """
    known = version()
    if known < 1:
        return None
    files = (1 << _FILE_RIGHTS.get(known, 16)) - 1
    attributes = struct.pack("=QQQ", files, 3 if known >= 4 else 0, 3 if known >= 6 else 0)
    attributes = attributes[: 8 if known < 4 else 16 if known < 6 else 24]
    rules: int = _libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if rules < 0:
        return None
    readable = list(readable_paths())
    package = (root / "grader").resolve()
    if any(package.is_relative_to(path.resolve()) for path in readable):
        os.close(rules)
        return None
    for path in readable:
        _allow(rules, path, _READ_FILE | _READ_DIR)
    for folder in _listed_folders():
        _allow(rules, folder, _READ_DIR)
    _allow(rules, Path("/dev/null"), _READ_FILE | _WRITE_FILE)
    return rules


def enter(rules: int) -> None:
    """Put this process, which must have given up new privileges, under the rules."""
    if _libc.syscall(_RESTRICT_SELF, rules, 0) != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"landlock_restrict_self: {os.strerror(code)}")


def _allow(rules: int, path: Path, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not path.is_dir():
            rights &= ~_READ_DIR
        rule = struct.pack("=Qi", rights, descriptor)
        if _libc.syscall(_ADD_RULE, rules, _RULE_PATH_BENEATH, rule, 0) != 0:
            code = ctypes.get_errno()
            raise OSError(code, f"landlock_add_rule {path}: {os.strerror(code)}")
    finally:
        os.close(descriptor)


def readable_paths() -> Iterator[Path]:
    """What a worker may read: the system's libraries, the standard library, numpy and torch."""
    for name in _SYSTEM:
        path = Path(name)
        if path.is_dir() and path.name in ("lib", "lib64"):
            # Python's own folders lie in here as well, with packages of any kind below them.
            yield from (entry for entry in path.iterdir() if not entry.name.startswith("python"))
        else:
            yield path
    for folder in {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}:
        yield from (entry for entry in Path(folder).iterdir() if entry.name not in _PACKAGE_FOLDERS)
    if sys.base_prefix not in ("/usr", "/"):
        yield from Path(sys.base_prefix, "lib").glob("*.so*")
    yield from _package_paths()


def _listed_folders() -> Iterator[Path]:
    """Folders that an import looks through; their files are not readable for that."""
    for entry in sys.path:
        if entry and Path(entry).is_dir():
            yield Path(entry)


def _package_paths() -> Iterator[Path]:
    """The folders and files of numpy, torch and what they require, as their records list them."""
    todo, done = list(_PACKAGES), set()
    while todo:
        name = todo.pop()
        if name in done:
            continue
        done.add(name)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue
        record = found.read_text("RECORD") or ""
        tops = {line.partition("/")[0].partition(",")[0] for line in record.splitlines()}
        base = Path(str(found.locate_file("")))
        yield from (base / top for top in sorted(tops) if top and not top.startswith(".."))
        for requirement in found.requires or ():
            if "extra ==" not in requirement:
                todo.append(re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0])
