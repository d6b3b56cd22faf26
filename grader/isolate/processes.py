"""The one module that starts processes: a warm server by exec, a worker by fork."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
_START = """
import sys
sys.path.insert(0, sys.argv[1])
from grader.isolate.server import main
main(int(sys.argv[2]), sys.argv[3], sys.argv[1], sys.argv[4:])
"""
# One thread: a pool of threads does not survive a fork, and OpenBLAS or libgomp would then hang.
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")
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
    return kept | fixed | dict.fromkeys(_THREADS, "1")


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


def fork() -> int:
    """Fork a worker; 0 in the worker."""
    return os.fork()
