"""The one module that starts processes: a warm server or a plain worker by exec, an isolated worker by fork.

It can be imported wherever Python runs.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent.parent
_START = """
import sys
sys.path.insert(0, sys.argv[1])
from grader.isolate.server import main
main(int(sys.argv[2]), sys.argv[3], sys.argv[1], sys.argv[4:])
"""
_START_PLAIN = """
import sys
sys.path.insert(0, sys.argv[1])
from grader.plain.room import main
main(sys.argv[2])
"""
_START_BESIDE = """
import sys
sys.path.insert(0, sys.argv[1])
from grader.notebook.serving import main
main()
"""
# One thread: a pool of threads does not survive a fork, and OpenBLAS or libgomp would then hang.
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")
_KEPT = ("LD_LIBRARY_PATH", "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")


def server_environment() -> dict[str, str]:
    """The environment of a server: an allow-list, and the same values everywhere."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    fixed = {
        "PATH": "/usr/bin:/bin",
        "HOME": "/nonexistent",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "TORCHDYNAMO_DISABLE": "1",
        "KMP_INIT_AT_FORK": "FALSE",
        # Large arrays come from the system and go back to it, each by itself: on the heap, holes between
        # them would use up a worker's address space, in one run and not in the next.
        "MALLOC_MMAP_THRESHOLD_": str(1 << 20),
    }
    return kept | fixed | dict.fromkeys(ONE_THREAD, "1")


def start_server(kind: str, private: tuple[Path, ...]) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start a warm server (numpy, torch, torch-long) in a session of its own; returns it and its socket.

    ``private`` is what its workers must not be able to read. It is executed, not forked, so that
    nothing of this process's memory is in it.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [
                sys.executable,
                "-s",
                "-P",
                "-c",
                _START,
                str(ROOT),
                str(theirs.fileno()),
                kind,
                *map(str, private),
            ],
            env=server_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            pass_fds=(theirs.fileno(),),
            start_new_session=True,
            cwd="/",
        )
    return process, ours


def plain_environment() -> dict[str, str]:
    """The environment of a plain worker: the user's own, without what was set for another Python."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    fixed = {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "TORCHDYNAMO_DISABLE": "1"}
    return own | fixed | dict.fromkeys((*ONE_THREAD, "VECLIB_MAXIMUM_THREADS"), "1")


def start_plain(kind: str) -> subprocess.Popen[bytes]:
    """Start a plain worker: its messages go in, its frames come out, and what it prints is its error output.

    It has a session (on Windows, a group) of its own: the user's Ctrl-C is not for it. It sees what the user
    installed for themselves alone, as kata itself may be.
    """
    python, environment = sys.executable, plain_environment()
    if sys.platform == "win32" and sys._base_executable != python:
        # What stands in a virtual environment starts the real one, and to end it would not end that.
        environment["__PYVENV_LAUNCHER__"] = python
        python = sys._base_executable
    return subprocess.Popen(
        [python, "-P", "-c", _START_PLAIN, str(ROOT), kind],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        cwd=tempfile.gettempdir(),
    )


def start_beside(errors: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start what checks for a notebook: requests go in, replies come out; it ends when the notebook does.

    It has a session (on Windows, a group) of its own, so that what interrupts the notebook is not for it.
    What it has to say of itself is written to ``errors``.
    """
    return subprocess.Popen(
        [sys.executable, "-P", "-c", _START_BESIDE, str(ROOT)],
        env=plain_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        bufsize=0,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        cwd=tempfile.gettempdir(),
    )


def fork() -> int:
    """Fork a worker; 0 in the worker."""
    return os.fork()
