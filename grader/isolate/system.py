"""The C library's calls that Python has no function for, with errors as OSError."""

from __future__ import annotations

import ctypes
import os

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def syscall(number: int, *arguments: int | bytes | None, what: str = "") -> int:
    """Make a system call by its number.

    Raises
    ------
    OSError
        It failed; ``what`` stands in the message.
    """
    passed = [ctypes.c_ulong(item) if isinstance(item, int) else item for item in arguments]
    return _checked(_libc.syscall(ctypes.c_long(number), *passed), what or f"system call {number}")


def prctl(option: int, value: int, third: bytes | int = 0) -> None:
    """Call prctl(2); raises OSError."""
    nothing = ctypes.c_ulong(0)
    passed = ctypes.c_ulong(third) if isinstance(third, int) else third
    _checked(_libc.prctl(option, ctypes.c_ulong(value), passed, nothing, nothing), f"prctl({option})")


def call(name: str, *arguments: int | bytes | None) -> int:
    """Call a function of the C library that takes ints and pointers; raises OSError."""
    return _checked(getattr(_libc, name)(*arguments), name)


def unshare(flags: int) -> None:
    """Call unshare(2); raises OSError."""
    call("unshare", flags)


def mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    """Call mount(2); raises OSError."""
    text = options.encode() if options else None
    result = _libc.mount(source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), text)
    _checked(result, f"mount {target}")


def unmount(target: str) -> None:
    """Take the topmost file system off a folder, also where it is still in use; raises OSError."""
    detach = 2
    _checked(_libc.umount2(target.encode(), detach), f"umount {target}")


def _checked(result: int, what: str) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")
    return result
